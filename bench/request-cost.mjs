/**
 * What a key, the rate and the quota cost: one body echoed by a bare Nest route, by a public route of the service without rates, then with a
 * key, with key and rate, and with key, rate and a unit of quota; in turns of one run. Embedded, or on the servers the environment names.
 */
import { startScript } from './lib/child.mjs';
import { startHost } from './lib/host.mjs';
import { load } from './lib/load.mjs';
import { table } from './lib/timing.mjs';

const ROUNDS = 5;
const EACH = 400;

const floor = await startScript('echo');
const unrated = await startHost({ OSTIARY_BENCH_RATES: 'off' });
const rated = await startHost();
const routed = (host, route, key = true) => ({
  url: `${host.url}/v1/bench/${route}`,
  pid: host.pid,
  headers: key ? { authorization: `Bearer ${host.keys[0]}` } : {},
});
const asked = {
  'bare Nest route': { url: `http://127.0.0.1:${floor.line}/echo`, pid: floor.pid },
  'public, no rate': routed(unrated, 'bare', false),
  'with key': routed(unrated, 'keyed'),
  'with key and rate': routed(rated, 'keyed'),
  'with key, rate and quota': routed(rated, 'charged'),
};
const seen = Object.fromEntries(Object.keys(asked).map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1)
  for (const [name, target] of Object.entries(asked)) {
    const measured = await load({ ...target, body: { mode: 'empty' }, connections: 1, amount: EACH });
    if (measured.failed > 0) throw new Error(`${name}: ${measured.failed} requests failed`);
    // The first round of each warms up.
    if (round > 0) seen[name].push(measured);
  }

const median = (name, of) => seen[name].map((each) => each[of]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
const rows = [
  ['one connection', 'p50', 'p99', 'processor', 'of the bare route, p50', 'processor', 'of the public one, processor'],
];
for (const name of Object.keys(asked)) {
  const of = (base, what) => `${(median(name, what) / median(base, what)).toFixed(2)}x`;
  rows.push([
    name,
    ...['p50', 'p99', 'processor'].map((what) => `${median(name, what).toFixed(2)} ms`),
    of('bare Nest route', 'p50'),
    of('bare Nest route', 'processor'),
    of('public, no rate', 'processor'),
  ]);
}
process.stdout.write(`${rated.stores}\n${table(rows)}\n`);
await floor.stop();
await unrated.stop();
await rated.stop();
