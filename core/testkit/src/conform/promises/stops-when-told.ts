import { setTimeout as sleep } from 'node:timers/promises';
import type { PluginPromise } from '../plugin-promise.js';
import { ended, type Request, submit } from '../runs.js';
import type { Seen } from '../spy.js';
import type { Subject } from '../subject.js';

const WAIT_MS = 5_000;
const LOOK_MS = 25;

export const stopsWhenTold: PluginPromise = {
  id: 'stops_when_told',
  says: `solve ends within ${WAIT_MS / 1_000} seconds of its signal, when a job is cancelled.`,
  appliesTo: ({ file }) => Object.keys(file.long).length > 0,
  async look(subject) {
    const findings: string[] = [];
    for (const [mode, body] of Object.entries(subject.file.long))
      findings.push(...(await cancelled(subject, { mode, body })));
    return findings;
  },
};

async function cancelled(subject: Subject, request: Request): Promise<readonly string[]> {
  const before = new Set(await subject.observed());
  const host = await subject.running();
  const key = await host.createKey();
  const job = await submit(host, key, request);
  if ('refused' in job) return [`${request.mode} refuses its long request: ${job.refused}`];
  const attempt = async (): Promise<Seen | undefined> =>
    (await subject.observed()).find((seen) => seen.jobId !== null && !before.has(seen));
  if (!(await within(async () => (await attempt()) !== undefined)))
    return [`${request.mode}: the long request did not begin`];
  if ((await attempt())?.settled === true)
    return [`${request.mode}: the long request ended before it could be cancelled`];
  await host.http.delete(`/v1/solves/${job.id}`).set('Authorization', key.bearer);
  const { status } = await ended(host, key, job.id);
  if (status !== 'cancelled') return [`${request.mode}: the long request ended as ${status} before it was cancelled`];
  const stopped = await within(async () => (await attempt())?.settled === true);
  return stopped ? [] : [`${request.mode}: solve still ran ${WAIT_MS / 1_000} s after its job was cancelled`];
}

async function within(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const began = Date.now(); Date.now() - began < WAIT_MS; await sleep(LOOK_MS)) if (await isSo()) return true;
  return false;
}
