/**
 * 10,000 queued jobs of four tenants, of which one has 97 % (fewer with `BENCH_QUEUED`): what a submission costs beside an empty queue, how long the three
 * small tenants wait beside having the service to themselves, and how fast the queue is worked off. Embedded, or on the servers
 * the environment names. Aims: submit p99 at most 1.5x, wait at most 2x, every job ends once.
 */
import { startHost } from './lib/host.mjs';
import { load } from './lib/load.mjs';

const LARGE_KEYS = 10;
/** Jobs of each key of the large tenant; `BENCH_QUEUED` sets how many it queues in all. */
const LARGE = Number(process.env.BENCH_QUEUED ?? 9_700) / LARGE_KEYS;
const SMALL = 100;
const SMALL_TENANTS = 3;
/** What a job takes. Long enough that seats and not processors are what is waited for. */
const JOB_MS = 100;
const PROBES = 900;

const host = await startHost({
  OSTIARY_BENCH_KEYS: `${LARGE_KEYS + 1},${'1,'.repeat(SMALL_TENANTS)}1`,
  OSTIARY_QUEUED_JOBS: '1000',
});
const { url, keys } = host;
const large = keys.slice(0, LARGE_KEYS);
/** The eleventh key of the large tenant; and one of a tenant with nothing else to do. */
const [probing, ...small] = keys.slice(LARGE_KEYS, -1);
const prober = keys.at(-1);
process.stdout.write(`${host.stores}\n`);

const headersOf = (key) => ({ authorization: `Bearer ${key}`, prefer: 'respond-async' });
const submit = (key, amount, body, connections = 8) =>
  load({ url: `${url}/v1/solves`, body: { mode: 'empty', ...body }, headers: headersOf(key), connections, amount });
const submitted = async (label, key, amount, body, connections) => {
  const seen = await submit(key, amount, body, connections);
  if (seen.failed > 0) throw new Error(`${label}: ${seen.failed} submissions were refused`);
  process.stdout.write(
    `${label.padEnd(44)} p50 ${seen.p50.toFixed(2).padStart(7)} ms  p99 ${seen.p99.toFixed(2).padStart(7)} ms  ${seen.perSecond.toFixed(0).padStart(5)}/s\n`,
  );
  return seen;
};

async function get(key, path) {
  const answer = await fetch(`${url}${path}`, { headers: headersOf(key) });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
async function jobsOf(key) {
  const jobs = [];
  for (let cursor = ''; ;) {
    const page = await get(key, `/v1/solves?limit=200${cursor}`);
    jobs.push(...page.data);
    if (!page.has_more) return jobs;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}
const open = async (key) => {
  const { concurrency } = await get(key, '/v1/account');
  return concurrency.queued + concurrency.running;
};
async function untilDone(of) {
  for (;;) {
    const left = await Promise.all(of.map(open));
    if (left.every((count) => count === 0)) return;
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** Milliseconds from submission to start, sorted; `since`: jobs submitted after it. */
async function waitsOf(tenants, since) {
  const jobs = (await Promise.all(tenants.map(jobsOf))).flat().filter((job) => Date.parse(job.created_at) >= since);
  if (jobs.length !== SMALL * tenants.length) throw new Error(`${jobs.length} jobs are there`);
  return jobs.map((job) => Date.parse(job.started_at) - Date.parse(job.created_at)).toSorted((a, b) => a - b);
}
async function smallTenants(label) {
  const since = Date.now();
  await Promise.all(small.map((key) => submit(key, SMALL, { ms: JOB_MS }, 2)));
  await untilDone(small);
  const waits = await waitsOf(small, since);
  const median = waits[Math.floor(waits.length / 2)];
  process.stdout.write(`${label.padEnd(44)} median ${median} ms  longest ${waits.at(-1)} ms\n`);
  return { median, longest: waits.at(-1) };
}

await submit(prober, 300, {});
const empty = await submitted('submit, empty queue', prober, PROBES, {}, 1);
await untilDone([prober]);
const alone = await smallTenants('small tenants without the large one');
for (const [n, key] of large.entries())
  await submitted(`the large tenant queues, key ${n + 1}`, key, LARGE, { ms: JOB_MS });
const standing = (await Promise.all(large.map(open))).reduce((sum, count) => sum + count, 0);
const full = await submitted(`submit, ${standing} queued`, probing, PROBES, { ms: JOB_MS }, 1);
const beside = await smallTenants('small tenants beside the large one');
const left = (await Promise.all(large.map(open))).reduce((sum, count) => sum + count, 0);
const began = performance.now();
host.signal('SIGUSR2');
await untilDone(keys);
process.stdout.write(
  `${String(left)} left are worked off at ${(left / ((performance.now() - began) / 1_000)).toFixed(0)}/s\n`,
);

// One key of each tenant: its lists and its units are the account's.
const tenants = [probing, ...small, prober];
const all = (await Promise.all(tenants.map(jobsOf))).flat();
const single = all.filter((job) => job.status === 'succeeded' && job.attempt === 1 && job.usage.units_charged === 1);
const used = (await Promise.all(tenants.map((key) => get(key, '/v1/account')))).map(({ quotas }) => quotas[0]);
const charged = used.reduce((sum, quota) => sum + quota.used, 0);
process.stdout.write(`${all.length} jobs, ${single.length} succeeded in one attempt, ${charged} units charged\n`);
const ratio = (a, b) => `${(a / b).toFixed(2)}x`;
process.stdout.write(
  `ratio: submit p50 ${ratio(full.p50, empty.p50)}, p99 ${ratio(full.p99, empty.p99)}; wait median ${ratio(beside.median, alone.median)}, longest ${ratio(beside.longest, alone.longest)}\n`,
);

await host.stop();
