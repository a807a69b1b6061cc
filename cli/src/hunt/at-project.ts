import { parseJson } from '@ostiary/json';
import { type Artefact, download } from '../client/artefacts.js';
import { type Scan, scanProject, type ScanTarget, standingOf } from '../client/project-scans.js';
import type { Schemas, Service } from '../client/service.js';
import { ServiceError } from '../client/service-error.js';
import { uploadFile } from '../client/uploads.js';
import type { CatalogueFile } from '../files/catalogue.js';
import type { Told } from '../show/hunt/told.js';
import type { Screen } from '../show/screen.js';
import type { HuntOptions } from './options.js';

export type SentPolicy = string | Schemas['ForeignPolicy'];

/** A version of a policy, and its tools. */
export interface Version {
  /** As it is sent: a text of ours, or one of others with its language. */
  readonly written: SentPolicy;
  readonly catalogue: CatalogueFile | null;
}

export interface ProjectHunt extends ScanTarget {
  readonly policy: Version & { readonly path: string };
  /** The version that was accepted. */
  readonly against: Version | null;
  readonly options: HuntOptions;
}

/** A scan that has ended, with what it found. */
export interface Scanned {
  readonly scan: Scan;
  /** Those that are there, the gravest first. */
  readonly findings: readonly Told[];
  readonly artefacts: readonly Artefact[];
}

/** Hunts a policy through a service: scans a project, waits for the end, and reads what was found. */
export async function huntAtProject(service: Service, hunt: ProjectHunt, screen: Screen): Promise<Scanned> {
  const { scan, found, artefacts } = await scanProject(service, hunt, await bodyOf(service, hunt), screen);
  return { scan, artefacts, findings: await findingsOf(service, scan, found, artefacts) };
}

async function bodyOf(service: Service, { policy, against, options }: ProjectHunt): Promise<Schemas['NewPolicyScan']> {
  const { classes, severities, sessionBound } = options;
  const catalogue = await catalogueOf(service, policy.catalogue);
  const acceptedCatalogue =
    against === null || against.catalogue === policy.catalogue
      ? undefined
      : await catalogueOf(service, against.catalogue);
  return {
    policy: policy.written,
    path: policy.path,
    ...(catalogue !== undefined && { catalogue }),
    options: {
      ...(classes && { classes: [...classes] }),
      ...(severities && { severities: [...severities] }),
      ...(sessionBound !== null && { session_bound: sessionBound }),
      ...(against && { compare_with: against.written }),
      ...(acceptedCatalogue !== undefined && { compare_catalogue: acceptedCatalogue }),
    },
  };
}

type SentCatalogue = NonNullable<Schemas['NewPolicyScan']['catalogue']>;

/** A body holds two mebibytes; a catalogue of more than this goes by an upload. */
const INLINE_BYTES = 512 * 1024;

/** A catalogue as it is sent. */
export async function catalogueOf(service: Service, file: CatalogueFile | null): Promise<SentCatalogue | undefined> {
  if (file === null) return undefined;
  if (Buffer.byteLength(JSON.stringify(file.document)) <= INLINE_BYTES) return file.document as SentCatalogue;
  const sent = await uploadFile(service, {
    name: file.name,
    purpose: 'catalogue',
    mediaType: 'application/json',
    onProgress: () => undefined,
  });
  return { upload_id: sent.id };
}

/** What the scan found, as the project knows it; with calls and repairs where the key may see them. */
async function findingsOf(
  service: Service,
  scan: Scan,
  found: readonly Schemas['FindingSummary'][],
  artefacts: readonly Artefact[],
): Promise<readonly Told[]> {
  const details = await detailsOf(service, artefacts);
  return found.map((summary) => {
    const { witness: _, evidence: __, ...plain } = summary;
    const standing = standingOf(summary, scan);
    // The scan is of a policy, and so are the classes of what it found.
    const id = plain.class as Told['class'];
    return { repair: null, ...plain, class: id, ...details.get(summary.fingerprint), ...(standing && { standing }) };
  });
}

/** The findings as the hunt tells them, by their fingerprints; none for a key that may not see calls. */
async function detailsOf(service: Service, artefacts: readonly Artefact[]): Promise<ReadonlyMap<string, Told>> {
  const file = artefacts.find(({ kind }) => kind === 'findings');
  if (file === undefined) return new Map();
  try {
    // Numbers of calls keep their digits.
    const { findings } = parseJson((await download(service, file)).toString('utf8')) as { findings: readonly Told[] };
    return new Map(findings.map((finding) => [finding.fingerprint, finding]));
  } catch (error) {
    if (error instanceof ServiceError && error.problem.status === 403) return new Map();
    throw error;
  }
}
