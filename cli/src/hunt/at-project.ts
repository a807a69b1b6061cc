import { randomUUID } from 'node:crypto';
import { parseJson } from '@ostiary/json';
import { type Artefact, artefactsOf, download } from '../client/artefacts.js';
import { watchJob } from '../client/jobs.js';
import { answered, type Schemas, type Service } from '../client/service.js';
import { ServiceError } from '../client/service-error.js';
import { uploadFile } from '../client/uploads.js';
import type { CatalogueFile } from '../files/catalogue.js';
import type { Standing, Told } from '../show/hunt/told.js';
import type { Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import type { HuntOptions } from './options.js';

type Scan = Schemas['SubmittedScan'];
export type SentPolicy = string | Schemas['ForeignPolicy'];

/** A version of a policy, and its tools. */
export interface Version {
  /** As it is sent: a text of ours, or one of others with its language. */
  readonly written: SentPolicy;
  readonly catalogue: CatalogueFile | null;
}

export interface ProjectHunt {
  /** Its id or its name; a project of a name that there is not yet is made. */
  readonly project: string;
  readonly branch: string | null;
  readonly label: string | null;
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

/** Hunts through a service: scans a project, waits for the end, and reads what was found. */
export async function huntAtProject(service: Service, hunt: ProjectHunt, screen: Screen): Promise<Scanned> {
  const project = await projectOf(service, hunt.project);
  const begun = await submit(service, project, hunt, screen);
  const { solve_id: job, reused } = begun;
  if (begun.status === 'running') await watchJob(service, job, screen);
  const scan = {
    ...(await answered(
      service.api.GET('/v1/projects/{id}/scans/{scan_id}', { params: { path: { id: project, scan_id: begun.id } } }),
    )),
    reused,
  };
  if (scan.status !== 'succeeded') throw notScanned(scan);
  const artefacts = await artefactsOf(service, job);
  return { scan, artefacts, findings: await findingsOf(service, scan, artefacts) };
}

/** The id of a project by its name. */
async function projectOf({ api }: Service, name: string): Promise<string> {
  if (/^prj_[0-9A-HJKMNP-TV-Z]{26}$/.test(name)) return name;
  try {
    const header = { 'Idempotency-Key': randomUUID() };
    const { id } = await answered(api.POST('/v1/projects', { params: { header }, body: { name } }));
    return id;
  } catch (error) {
    const taken = error instanceof ServiceError ? (error.problem as { slug: string; id?: string }) : null;
    if (taken?.slug === 'name_taken' && taken.id !== undefined) return taken.id;
    throw error;
  }
}

async function submit(service: Service, id: string, hunt: ProjectHunt, { language }: Screen): Promise<Scan> {
  const { branch, label, policy, against, options } = hunt;
  const { classes, severities, sessionBound } = options;
  const catalogue = await catalogueOf(service, policy.catalogue);
  const acceptedCatalogue =
    against === null || against.catalogue === policy.catalogue
      ? undefined
      : await catalogueOf(service, against.catalogue);
  return answered(
    service.api.POST('/v1/projects/{id}/scans', {
      params: { path: { id }, header: { 'Idempotency-Key': randomUUID(), Prefer: 'respond-async' } },
      body: {
        policy: policy.written,
        path: policy.path,
        language,
        ...(catalogue !== undefined && { catalogue }),
        ...(branch !== null && { branch }),
        ...(label !== null && { label }),
        options: {
          ...(classes && { classes: [...classes] }),
          ...(severities && { severities: [...severities] }),
          ...(sessionBound !== null && { session_bound: sessionBound }),
          ...(against && { compare_with: against.written }),
          ...(acceptedCatalogue !== undefined && { compare_catalogue: acceptedCatalogue }),
        },
      },
    }),
  );
}

type SentCatalogue = NonNullable<Schemas['NewPolicyScan']['catalogue']>;

/** A body holds two mebibytes; a catalogue of more than this goes by an upload. */
const INLINE_BYTES = 512 * 1024;

async function catalogueOf(service: Service, file: CatalogueFile | null): Promise<SentCatalogue | undefined> {
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
async function findingsOf(service: Service, scan: Scan, artefacts: readonly Artefact[]): Promise<readonly Told[]> {
  const details = await detailsOf(service, artefacts);
  const found: Told[] = [];
  let cursor: string | null = null;
  do {
    const page: Schemas['FindingList'] = await answered(
      service.api.GET('/v1/projects/{id}/findings', {
        params: {
          path: { id: scan.project_id },
          query: {
            branch: scan.branch,
            state: 'new,reopened,persisting',
            sort: 'severity',
            limit: 200,
            ...(cursor !== null && { cursor }),
          },
        },
      }),
    );
    for (const summary of page.data.filter(({ last_scan }) => last_scan === scan.id)) {
      const { witness: _, evidence: __, ...plain } = summary;
      const standing = standingOf(summary, scan);
      // The scan is of a policy, and so are the classes of what it found.
      const id = plain.class as Told['class'];
      found.push({
        repair: null,
        ...plain,
        class: id,
        ...details.get(summary.fingerprint),
        ...(standing && { standing }),
      });
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
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

function standingOf({ state, triage }: Schemas['FindingSummary'], { compared_with }: Scan): Standing | null {
  const { decision, expired } = triage;
  if (!expired && (decision === 'accepted_risk' || decision === 'false_positive')) return decision;
  if (state === 'reopened') return 'reopened';
  if (state === 'persisting') return 'known';
  return compared_with === null ? null : 'new';
}

function notScanned({ status, error, id }: Scan): CommandError {
  const why = error === null ? status : `${error.detail} [${error.slug}]`;
  return new CommandError(
    { en: `Scan ${id} came to no end: ${why}`, pt: `A análise ${id} não chegou ao fim: ${why}` },
    EXIT.service,
  );
}
