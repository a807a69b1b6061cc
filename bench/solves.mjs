/** POST /v1/solves of a mode that does nothing, waited for, beside a bare Nest echo route, in one run; embedded, or on the servers the environment names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { load } from './lib/load.mjs';
import { ownStores } from './lib/stores.mjs';

const directory = mkdtempSync(join(tmpdir(), 'ostiary-bench-'));

async function start(script, env = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, line };
}

const floor = await start('./lib/echo.mjs');
const stores = await ownStores();
const host = await start('./lib/empty-mode.mjs', { ...stores.env, OSTIARY_DATA: directory });
process.stdout.write(`${stores.name}\n`);
const {
  url,
  keys: [key],
} = JSON.parse(host.line);
const row = (name, connections, r) =>
  `${String(connections).padStart(2)} connections  ${name.padEnd(16)} p50 ${r.p50.toFixed(2).padStart(7)} ms  p99 ${r.p99.toFixed(2).padStart(7)} ms  ${r.perSecond.toFixed(0).padStart(6)}/s  processor ${r.processor.toFixed(2)} ms  refused: ${r.failed}\n`;

for (const connections of [1, 8]) {
  const echo = {
    url: `http://127.0.0.1:${floor.line.trim()}/echo`,
    body: { mode: 'empty' },
    connections,
    pid: floor.child.pid,
  };
  const solve = {
    url: `${url}/v1/solves`,
    body: { mode: 'empty' },
    connections,
    pid: host.child.pid,
    headers: { authorization: `Bearer ${key}`, prefer: 'wait=30' },
  };
  await load({ ...echo, seconds: 2 });
  const bare = await load({ ...echo, seconds: 6 });
  await load({ ...solve, seconds: 3 });
  const done = await load({ ...solve, seconds: 10 });
  process.stdout.write(row('bare Nest echo', connections, bare));
  process.stdout.write(row('empty solve', connections, done));
  process.stdout.write(
    `                ratio            p50 ${(done.p50 / bare.p50).toFixed(1)}x  p99 ${(done.p99 / bare.p99).toFixed(1)}x\n`,
  );
}
for (const { child } of [floor, host]) child.kill('SIGTERM');
await once(host.child, 'exit');
await stores.drop();
rmSync(directory, { recursive: true, force: true });
