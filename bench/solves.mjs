/** POST /v1/solves of a mode that does nothing, waited for, beside a bare Nest echo route, in one run; embedded, or on the servers the environment names. */
import { startScript } from './lib/child.mjs';
import { startHost } from './lib/host.mjs';
import { load } from './lib/load.mjs';

const floor = await startScript('echo');
const host = await startHost();
process.stdout.write(`${host.stores}\n`);
const row = (name, connections, r) =>
  `${String(connections).padStart(2)} connections  ${name.padEnd(16)} p50 ${r.p50.toFixed(2).padStart(7)} ms  p99 ${r.p99.toFixed(2).padStart(7)} ms  ${r.perSecond.toFixed(0).padStart(6)}/s  processor ${r.processor.toFixed(2)} ms  refused: ${r.failed}\n`;

for (const connections of [1, 8]) {
  const echo = {
    url: `http://127.0.0.1:${floor.line}/echo`,
    body: { mode: 'empty' },
    connections,
    pid: floor.pid,
  };
  const solve = {
    url: `${host.url}/v1/solves`,
    body: { mode: 'empty' },
    connections,
    pid: host.pid,
    headers: { authorization: `Bearer ${host.keys[0]}`, prefer: 'wait=30' },
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
await floor.stop();
await host.stop();
