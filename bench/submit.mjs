/**
 * POST /v1/solves of a mode that does nothing, not waited for, in a process that runs no jobs; beside a bare queue behind node:http in the
 * same run: Bull on the same Redis, or an insert into another PGlite where the service is embedded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScript } from './lib/child.mjs';
import { startHost } from './lib/host.mjs';
import { load } from './lib/load.mjs';

const SECONDS = 5;
const host = await startHost({
  OSTIARY_ROLES: 'api',
  OSTIARY_QUEUED_JOBS: '100000',
  OSTIARY_BACKLOG: '10000000',
});
const directory = mkdtempSync(join(tmpdir(), 'ostiary-bench-bare-'));
const floor = await startScript('bare-queue', { args: [directory], env: host.storesEnv });
const { url, what, alone } = JSON.parse(floor.line);
process.stdout.write(
  `${host.stores}; ${what} alone, without HTTP: p50 ${alone.p50.toFixed(2)} ms  p99 ${alone.p99.toFixed(2)} ms\n`,
);

const body = { mode: 'empty' };
for (const connections of [1, 8]) {
  const bare = { url, body, connections, pid: floor.pid };
  const submit = {
    url: `${host.url}/v1/solves`,
    body,
    connections,
    pid: host.pid,
    headers: { authorization: `Bearer ${host.keys[0]}`, prefer: 'respond-async' },
  };
  const seen = {};
  for (const [name, target] of Object.entries({ [what]: bare, submit })) {
    await load({ ...target, seconds: 1 });
    const r = (seen[name] = await load({ ...target, seconds: SECONDS }));
    process.stdout.write(
      `${String(connections).padStart(2)} connections  ${name.padEnd(18)} p50 ${r.p50.toFixed(2).padStart(7)} ms  p99 ${r.p99.toFixed(2).padStart(7)} ms  ${r.perSecond.toFixed(0).padStart(6)}/s  processor ${r.processor.toFixed(2)} ms  refused: ${r.failed}\n`,
    );
  }
  const ratio = (of) => `${(seen.submit[of] / seen[what][of]).toFixed(1)}x`;
  process.stdout.write(
    `                ratio              p50 ${ratio('p50')}  p99 ${ratio('p99')}  processor ${ratio('processor')}\n`,
  );
}
await floor.stop();
await host.stop();
rmSync(directory, { recursive: true, force: true });
