/**
 * What row-level security costs: statements of one account sent by the host itself (read, list, insert, update), then whole requests (a solve
 * that is waited for, the read of a job, a page of the list), on a service with it and on one without, in turns of one run; embedded, or on
 * the servers the environment names. Aim: at most a fifth of the processor time.
 */
import { startHost } from './lib/host.mjs';
import { processorMs } from './lib/processor.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);
const EACH = Number(process.env.BENCH_EACH ?? 150);

async function start(env) {
  const host = await startHost(env);
  const headers = { authorization: `Bearer ${host.keys[0]}`, prefer: 'wait=30', 'content-type': 'application/json' };
  const ask = async (path, init = {}) => {
    const answer = await fetch(`${host.url}${path}`, { ...init, headers });
    const body = await answer.json();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  };
  return { ...host, ask };
}

const hosts = { with: await start({}), without: await start({ OSTIARY_BENCH_ROW_SECURITY: 'off' }) };
process.stdout.write(`${hosts.with.stores}\n`);

const solve = (host) => host.ask('/v1/solves', { method: 'POST', body: '{"mode":"empty"}' });
for (const host of Object.values(hosts)) for (let n = 0; n < 2 * EACH; n += 1) host.id = (await solve(host)).id;
/** Wall and processor milliseconds of one, over `EACH` of them: the median and the mean. */
async function requests(host, question) {
  const [used, wall] = [processorMs(host.pid), []];
  for (let n = 0; n < EACH; n += 1) {
    const began = performance.now();
    await question(host);
    wall.push(performance.now() - began);
  }
  return { wall: median(wall), processor: (processorMs(host.pid) - used) / EACH };
}
const statements = (what) => async (host) => {
  const body = JSON.stringify({ what, times: EACH });
  const seen = await host.ask('/v1/bench/statements', { method: 'POST', body });
  return { wall: seen.wall_ms, processor: seen.processor_ms };
};
const questions = {
  'statement: read': statements('read'),
  'statement: list of 50': statements('list'),
  'statement: insert': statements('insert'),
  'statement: update': statements('update'),
  'a solve, waited for': (host) => requests(host, solve),
  'the read of a job': (host) => requests(host, () => host.ask(`/v1/solves/${host.id}`)),
  'a page of 50 jobs': (host) => requests(host, () => host.ask('/v1/solves?limit=50')),
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
for (const [name, question] of Object.entries(questions)) {
  const seen = { with: { wall: [], processor: [] }, without: { wall: [], processor: [] } };
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Whoever comes first is no better off in the long run.
    for (const kind of round % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      const { wall, processor } = await question(hosts[kind]);
      // The first round of each warms up.
      if (round === 0) continue;
      seen[kind].wall.push(wall);
      seen[kind].processor.push(processor);
    }
  }
  const row = (kind) =>
    `${kind.padEnd(8)} p50 ${median(seen[kind].wall).toFixed(3)} ms  processor ${median(seen[kind].processor).toFixed(3)} ms`;
  const ratio = (what) => (median(seen.with[what]) / median(seen.without[what])).toFixed(2);
  process.stdout.write(
    `${name.padEnd(22)} ${row('with')}   ${row('without')}   ratio p50 ${ratio('wall')}x  processor ${ratio('processor')}x\n`,
  );
}
for (const host of Object.values(hosts)) await host.stop();
