/**
 * What row-level security costs: a solve that is waited for, the read of a job and a page of the list, on a service with it and on one
 * without, in turns of one run; embedded, or on the servers the environment names. Aim: at most a fifth of the processor time of a solve.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processorMs } from './lib/processor.mjs';
import { ownStores } from './lib/stores.mjs';

const ROUNDS = 10;
const EACH = 150;

async function start(env) {
  const directory = mkdtempSync(join(tmpdir(), 'ostiary-bench-'));
  const stores = await ownStores();
  const child = spawn(process.execPath, [fileURLToPath(new URL('./lib/empty-mode.mjs', import.meta.url))], {
    env: { ...process.env, ...stores.env, OSTIARY_DATA: directory, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, keys } = JSON.parse(line);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await stores.drop();
    rmSync(directory, { recursive: true, force: true });
  };
  const headers = { authorization: `Bearer ${keys[0]}`, prefer: 'wait=30', 'content-type': 'application/json' };
  const ask = async (path, init = {}) => {
    const answer = await fetch(`${url}${path}`, { ...init, headers });
    const body = await answer.json();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  };
  return { name: stores.name, pid: child.pid, ask, stop };
}

const hosts = { with: await start({}), without: await start({ OSTIARY_BENCH_ROW_SECURITY: 'off' }) };
process.stdout.write(`${hosts.with.name}\n`);

const solve = (host) => host.ask('/v1/solves', { method: 'POST', body: '{"mode":"empty"}' });
for (const host of Object.values(hosts)) for (let n = 0; n < 2 * EACH; n += 1) host.id = (await solve(host)).id;
const questions = {
  'a solve, waited for': solve,
  'the read of a job': (host) => host.ask(`/v1/solves/${host.id}`),
  'a page of 50 jobs': (host) => host.ask('/v1/solves?limit=50'),
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
for (const [name, question] of Object.entries(questions)) {
  const seen = { with: { wall: [], processor: [] }, without: { wall: [], processor: [] } };
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Whoever comes first is no better off in the long run.
    for (const kind of round % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      const host = hosts[kind];
      const before = processorMs(host.pid);
      const wall = [];
      for (let n = 0; n < EACH; n += 1) {
        const began = performance.now();
        await question(host);
        wall.push(performance.now() - began);
      }
      // The first round of each warms up.
      if (round === 0) continue;
      seen[kind].wall.push(median(wall));
      seen[kind].processor.push((processorMs(host.pid) - before) / EACH);
    }
  }
  const row = (kind) =>
    `${kind.padEnd(8)} p50 ${median(seen[kind].wall).toFixed(2)} ms  processor ${median(seen[kind].processor).toFixed(2)} ms`;
  const ratio = (what) => (median(seen.with[what]) / median(seen.without[what])).toFixed(2);
  process.stdout.write(
    `${name.padEnd(20)} ${row('with')}   ${row('without')}   ratio p50 ${ratio('wall')}x  processor ${ratio('processor')}x\n`,
  );
}
for (const host of Object.values(hosts)) await host.stop();
