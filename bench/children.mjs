/**
 * A table of BENCH_ROWS rows (10^6 when absent) by upload through mode batch, in parts, with 1 and with 2 worker processes on
 * PostgreSQL and Redis: rows a second, processor time, most memory of the API and of a worker with its children. Floor: the file read as CSV
 * by one process that decides nothing. Every run must give the same artefacts.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDeployment } from './lib/deployment.mjs';
import { Peak } from './lib/memory.mjs';
import { processorMsOfTree } from './lib/processor.mjs';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const SAMPLE_MS = 500;
const ENDED = /^(succeeded|failed|cancelled|expired)$/;

/** The same table every time: amounts in no order, a third of them for a tool that is only confirmed. */
function table() {
  const lines = ['custom_id,tool,arguments.amount'];
  for (let row = 0, state = 7; row < ROWS; row += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    lines.push(`r${row},${state % 3 === 0 ? 'pay' : 'buy'},${(state % 60_000) / 100}`);
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

const POLICY = [
  'dialect 1;',
  '@id("small") allow buy when amount <= 100.0;',
  '@id("medium") confirm buy when amount <= 500.0 and principal.role == "lead";',
  '@id("payments") confirm pay when amount <= 250.0;',
].join('\n');

const bytes = table();
const directory = mkdtempSync(join(tmpdir(), 'ostiary-bench-rows-'));
const path = join(directory, 'rows.csv');
writeFileSync(path, bytes);

const seconds = (from) => (performance.now() - from) / 1_000;
const show = (label, took, processor, more = '') =>
  process.stdout.write(
    `${label.padEnd(24)} ${took.toFixed(1).padStart(6)} s ${(ROWS / took).toFixed(0).padStart(8)} rows/s  ${(ROWS / processor).toFixed(0).padStart(8)} rows a processor second${more}\n`,
  );

/** Reads the file once in a process of its own. */
async function floor() {
  const script = fileURLToPath(new URL('./lib/read-csv.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const { rows, ms, processor } = JSON.parse(String(line));
  if (rows !== ROWS) throw new Error(`the floor read ${rows} rows`);
  show('floor: CSV read alone', ms / 1_000, processor / 1_000);
  return ms / 1_000;
}

const deployment = await startDeployment();
const headers = { authorization: `Bearer ${deployment.key}`, 'content-type': 'application/json' };
async function call(to, request = {}) {
  const answer = await fetch(`${deployment.url}${to}`, { ...request, headers: { ...headers, ...request.headers } });
  if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const post = (to, body, more = {}) => call(to, { method: 'POST', body: JSON.stringify(body), headers: more });

async function upload() {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const declared = { purpose: 'batch_rows', media_type: 'text/csv', size: bytes.length, sha256 };
  const opened = await post('/v1/uploads', declared);
  const type = { 'content-type': 'application/octet-stream' };
  await call(opened.content_path, { method: 'PUT', body: bytes, headers: type });
  return opened.id;
}

/** @returns {Promise<{ took: number, digests: string }>} */
async function batch(label, upload_id, workers) {
  const pids = [deployment.api.pid, ...workers.map(({ pid }) => pid)];
  const peaks = pids.map(() => new Peak());
  const used = () => pids.reduce((sum, pid) => sum + processorMsOfTree(pid), 0) / 1_000;
  const before = used();
  const from = performance.now();
  const submitted = await post(
    '/v1/solves',
    {
      mode: 'batch',
      // On a busy machine the standard profile's two minutes are over before a million rows are.
      profile: 'thorough',
      policy: POLICY,
      defaults: { context: { principal: { role: 'lead' } } },
      rows: { upload_id },
    },
    { prefer: 'respond-async' },
  );
  const accepted = seconds(from);
  let job = submitted;
  while (!ENDED.test(job.status)) {
    await new Promise((next) => setTimeout(next, SAMPLE_MS));
    for (const [at, pid] of pids.entries()) peaks[at]?.look(pid);
    job = await call(`/v1/solves/${submitted.id}`);
  }
  const took = seconds(from);
  const processor = used() - before;
  if (job.status !== 'succeeded') throw new Error(`the batch is ${job.status}: ${JSON.stringify(job.error)}`);
  const { result } = await call(`/v1/solves/${submitted.id}?include=result`);
  const { row_counts: counts } = result;
  if (counts.total !== ROWS || counts.error !== 0)
    throw new Error(`the batch did not end as it should: ${JSON.stringify(counts)}`);
  const [api, ...each] = peaks;
  const of = (peak) => `${peak?.own.toFixed(0)} MB alone, ${peak?.all.toFixed(0)} MB with its children`;
  show(label, took, processor, `  accepted after ${accepted.toFixed(1)} s, ${job.usage.units_charged} units`);
  process.stdout.write(`${' '.repeat(25)}most memory: API ${of(api)}; worker ${each.map(of).join('; worker ')}\n`);
  const { data } = await call(`/v1/solves/${submitted.id}/artifacts`);
  return {
    took,
    digests: data
      .map(({ name, sha256 }) => `${name} ${sha256}`)
      .toSorted()
      .join(),
  };
}

process.stdout.write(`${deployment.stores}, ${ROWS} rows, ${(bytes.length / 2 ** 20).toFixed(0)} MiB\n`);
try {
  const file = await upload();
  const workers = [await deployment.startWorker()];
  const least = await floor();
  const one = await batch('1 worker', file, workers);
  workers.push(await deployment.startWorker());
  const two = await batch('2 workers', file, workers);
  if (one.digests !== two.digests) throw new Error('the answers differ with the number of workers');
  process.stdout.write(
    `ratio: 1 worker ${(one.took / least).toFixed(1)}x the floor, 2 workers ${(two.took / least).toFixed(1)}x; 2 workers ${(one.took / two.took).toFixed(2)}x as fast as 1\n`,
  );
} finally {
  await deployment.stop();
  rmSync(directory, { recursive: true, force: true });
}
