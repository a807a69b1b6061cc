/**
 * Jobs a second of 1, 2 and 4 worker processes on PostgreSQL and Redis, beside as many of bare Bull: jobs that do nothing are queued while
 * nobody works, then the workers start. Counted is the time in which all of them work: from the last one's first job to the first one's last.
 * Needs OSTIARY_DATABASE_URL and OSTIARY_REDIS_URL.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { startScript } from './lib/child.mjs';
import { startHost } from './lib/host.mjs';
import { load } from './lib/load.mjs';

const WORKERS = [1, 2, 4];
/** Jobs at once in each worker. */
const SEATS = '4';
const JOBS = Number(process.env.BENCH_JOBS ?? 1_200);
/** Bare Bull is so much faster that fewer would be gone before the last worker is there. */
const BARE_JOBS = 20 * JOBS;

const require = createRequire(new URL('../core/host/package.json', import.meta.url));
const library = async (name) => (await import(pathToFileURL(require.resolve(name)).href)).default;
if (!process.env.OSTIARY_REDIS_URL || !process.env.OSTIARY_DATABASE_URL) {
  process.stdout.write('left out: OSTIARY_DATABASE_URL and OSTIARY_REDIS_URL are not set\n');
  process.exit(0);
}
const pg = await library('pg');
const Bull = await library('bull');

/** @param {number[][]} ends of each worker, rising @returns {{ perSecond: number, counted: number }} */
function rateOf(ends) {
  const from = Math.max(...ends.map((each) => each[0]));
  const until = Math.min(...ends.map((each) => each.at(-1)));
  const counted = ends.flat().filter((at) => at >= from && at < until).length;
  return { perSecond: counted / ((until - from) / 1_000), counted };
}
async function untilZero(count) {
  while ((await count()) > 0) await new Promise((next) => setTimeout(next, 100));
}

const host = await startHost({
  OSTIARY_ROLES: 'api',
  OSTIARY_WORKERS: SEATS,
  OSTIARY_RUNNING_JOBS: '1000',
  OSTIARY_QUEUED_JOBS: '100000',
  OSTIARY_LOG_LEVEL: 'error',
});
const database = new pg.Client({ connectionString: host.storesEnv.OSTIARY_DATABASE_URL });
await database.connect();

async function ours(count) {
  await database.query('delete from core.jobs');
  const { failed } = await load({
    url: `${host.url}/v1/solves`,
    body: { mode: 'empty' },
    headers: { authorization: `Bearer ${host.keys[0]}`, prefer: 'respond-async' },
    connections: 8,
    amount: JOBS,
  });
  if (failed > 0) throw new Error(`${failed} submissions were refused`);
  const start = () => host.beside({ OSTIARY_ROLES: 'worker', OSTIARY_BENCH_KEYS: '0' });
  const workers = await Promise.all(Array.from({ length: count }, start));
  await untilZero(async () => {
    const { rows } = await database.query(
      `select count(*)::int as n from core.jobs where status in ('queued', 'running')`,
    );
    return rows[0].n;
  });
  for (const worker of workers) await worker.stop();
  const { rows } = await database.query(
    `select array_agg(extract(epoch from finished_at) * 1000 order by finished_at)::float8[] as ends,
       bool_and(status = 'succeeded' and attempt = 1) as once from core.jobs group by worker_id`,
  );
  if (!rows.every(({ once }) => once)) throw new Error('a job did not succeed in one attempt');
  return { ...rateOf(rows.map(({ ends }) => ends)), worked: rows.length };
}

async function bare(count) {
  const env = { OSTIARY_REDIS_PREFIX: `${host.storesEnv.OSTIARY_REDIS_PREFIX}:bare${count}` };
  const queue = new Bull('bare', process.env.OSTIARY_REDIS_URL, {
    prefix: env.OSTIARY_REDIS_PREFIX,
    defaultJobOptions: { removeOnComplete: true },
  });
  const jobs = Array.from({ length: BARE_JOBS }, (_, n) => ({ data: { id: `slv_${n}`, attempt: 1 } }));
  await queue.addBulk(jobs);
  const workers = await Promise.all(
    Array.from({ length: count }, () => startScript('bull-worker', { args: [SEATS], env })),
  );
  await untilZero(async () => (await queue.getWaitingCount()) + (await queue.getActiveCount()));
  const ends = [];
  for (const worker of workers) {
    worker.signal('SIGUSR2');
    ends.push(JSON.parse(await worker.nextLine()));
    await worker.stop();
  }
  await queue.close();
  const worked = ends.filter((each) => each.length > 0);
  return { ...rateOf(worked), worked: worked.length };
}

process.stdout.write(`${host.stores}, ${SEATS} jobs at once in each worker\n`);
let first;
for (const count of WORKERS) {
  const [floor, seen] = [await bare(count), await ours(count)];
  first ??= { floor, seen };
  const row = (name, r, one) =>
    `${String(count)} workers  ${name.padEnd(10)} ${r.perSecond.toFixed(0).padStart(6)}/s  ${(r.perSecond / one.perSecond).toFixed(2)}x of one worker  (${r.counted} counted, ${r.worked} workers at it)\n`;
  process.stdout.write(row('bare Bull', floor, first.floor) + row('service', seen, first.seen));
  process.stdout.write(`           service / bare Bull  1/${(floor.perSecond / seen.perSecond).toFixed(1)}\n`);
}
await database.end();
await host.stop();
