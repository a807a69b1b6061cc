import { setTimeout as sleep } from 'node:timers/promises';
import type { TestHost, TestKey } from '../start-host.js';

/** A request that is known to work. */
export interface Request {
  readonly mode: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A job as its owner reads it, as far as promises look. */
export interface Job {
  readonly id: string;
  readonly status: string;
  readonly result?: unknown;
  readonly error?: { readonly slug: string } | null;
}

/** One request, sent twice. */
export interface Run {
  readonly request: Request;
  /** Two jobs, or what refused the submission. */
  readonly answers: readonly (Job | { readonly refused: string })[];
}

const ENDED = ['succeeded', 'failed', 'cancelled', 'expired'];
const LOOK_MS = 50;
/** How long a request that is to be tried may take. */
const LONGEST_MS = 60_000;

/** Sends every request twice and waits for the jobs to end. */
export async function runAll(host: TestHost, requests: readonly Request[]): Promise<readonly Run[]> {
  const key = await host.createKey();
  const runs: Run[] = [];
  for (const request of requests) {
    const first = await solve(host, key, request);
    runs.push({ request, answers: [first, await solve(host, key, request)] });
  }
  return runs;
}

/** Submits a request and does not wait for its job. */
export async function submit(
  host: TestHost,
  key: TestKey,
  { mode, body }: Request,
): Promise<Job | { readonly refused: string }> {
  const answer = await host.http
    .post('/v1/solves')
    .set('Authorization', key.bearer)
    .set('Prefer', 'respond-async')
    .send({ ...body, mode });
  if (answer.status >= 400) return { refused: `${answer.status} ${JSON.stringify(answer.body)}` };
  return answer.body as Job;
}

/** The job once it has ended, or as it is when that takes too long. */
export async function ended(host: TestHost, key: TestKey, id: string): Promise<Job> {
  for (const began = Date.now(); ; await sleep(LOOK_MS)) {
    const { body } = await host.http.get(`/v1/solves/${id}?include=result`).set('Authorization', key.bearer);
    const job = body as Job;
    if (ENDED.includes(job.status) || Date.now() - began > LONGEST_MS) return job;
  }
}

async function solve(host: TestHost, key: TestKey, request: Request): Promise<Run['answers'][number]> {
  const job = await submit(host, key, request);
  return 'refused' in job ? job : ended(host, key, job.id);
}
