import { randomUUID } from 'node:crypto';
import type { Standing } from '../show/hunt/told.js';
import type { Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { type Artefact, artefactsOf } from './artefacts.js';
import { watchJob } from './jobs.js';
import { answered, type Schemas, type Service } from './service.js';
import { ServiceError } from './service-error.js';

export type Scan = Schemas['SubmittedScan'];
export type NewScan = Schemas['NewPolicyScan'] | Schemas['NewGraphScan'];

/** Which project is scanned, and as what. */
export interface ScanTarget {
  /** Its id or its name; a project of a name that there is not yet is made. */
  readonly project: string;
  readonly branch: string | null;
  readonly label: string | null;
}

/** A scan that has ended, with what it found. */
export interface EndedScan {
  readonly scan: Scan;
  /** Those that are there, the gravest first, as the project knows them. */
  readonly found: readonly Schemas['FindingSummary'][];
  readonly artefacts: readonly Artefact[];
}

/** Scans a project, waits for the end, and reads what was found. `body`: what is scanned. */
export async function scanProject(
  service: Service,
  { project: name, branch, label }: ScanTarget,
  body: NewScan,
  screen: Screen,
): Promise<EndedScan> {
  const id = await projectOf(service, name);
  const begun = await answered(
    service.api.POST('/v1/projects/{id}/scans', {
      params: { path: { id }, header: { 'Idempotency-Key': randomUUID(), Prefer: 'respond-async' } },
      body: {
        ...body,
        language: screen.language,
        ...(branch !== null && { branch }),
        ...(label !== null && { label }),
      },
    }),
  );
  const { solve_id: job, reused } = begun;
  if (begun.status === 'running') await watchJob(service, job, screen);
  const scan = {
    ...(await answered(
      service.api.GET('/v1/projects/{id}/scans/{scan_id}', { params: { path: { id, scan_id: begun.id } } }),
    )),
    reused,
  };
  if (scan.status !== 'succeeded') throw notScanned(scan);
  const artefacts = await artefactsOf(service, job);
  return { scan, artefacts, found: await foundBy(service, scan) };
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

async function foundBy({ api }: Service, scan: Scan): Promise<readonly Schemas['FindingSummary'][]> {
  const found: Schemas['FindingSummary'][] = [];
  let cursor: string | null = null;
  do {
    const page: Schemas['FindingList'] = await answered(
      api.GET('/v1/projects/{id}/findings', {
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
    found.push(...page.data.filter(({ last_scan: last }) => last === scan.id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

/** What became of a finding since the scan before; null where there was none. */
export function standingOf({ state, triage }: Schemas['FindingSummary'], { compared_with }: Scan): Standing | null {
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

/** How many questions a scan asked, and of how many nothing was shown. */
export function questionsIn({ checks }: Scan): { readonly asked: number; readonly undecided: number } {
  const sum = (of: 'asked' | 'undecided'): number => (checks ?? []).reduce((all, check) => all + check[of], 0);
  return { asked: sum('asked'), undecided: sum('undecided') };
}
