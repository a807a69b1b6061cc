/**
 * A row over BENCH_RECORDS records (100,000 when absent) through mode forest, and as many records enumerated, in parts, with 2 worker processes
 * on PostgreSQL and Redis, on the small model of examples/forests/loans: wall and processor time, most memory of each process alone and with
 * its children, and whether lines are in the order of the records. Needs OSTIARY_DATABASE_URL and OSTIARY_REDIS_URL.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/lib/node.mjs';
import { startDeployment } from './lib/deployment.mjs';
import { Peak } from './lib/memory.mjs';
import { processorMsOfTree } from './lib/processor.mjs';

const RECORDS = Number(process.env.BENCH_RECORDS ?? 100_000);
const WORKERS = Number(process.env.BENCH_WORKERS ?? 2);
const PROFILE = process.env.BENCH_PROFILE ?? 'thorough';
const SAMPLE_MS = 500;
const ENDED = /^(succeeded|failed|cancelled|expired)$/;

if (!process.env.OSTIARY_REDIS_URL || !process.env.OSTIARY_DATABASE_URL) {
  process.stdout.write('left out: OSTIARY_DATABASE_URL and OSTIARY_REDIS_URL are not set\n');
  process.exit(0);
}

const example = (name) => readFileSync(join(root, 'examples', 'forests', 'loans', name));

/** The same records every time, none of them near another. */
function records() {
  const lines = ['record_id,income,age,debt,children'];
  let state = 7;
  const next = (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let at = 0; at < RECORDS; at += 1)
    lines.push(`r${at},${next(200_000)},${18 + next(63)},${next(1_000) / 1_000},${next(6)}`);
  return Buffer.from(`${lines.join('\n')}\n`);
}

const deployment = await startDeployment();
const headers = { authorization: `Bearer ${deployment.key}`, 'content-type': 'application/json' };
async function call(to, request = {}) {
  const answer = await fetch(`${deployment.url}${to}`, { ...request, headers: { ...headers, ...request.headers } });
  if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
const post = (to, body, more = {}) => call(to, { method: 'POST', body: JSON.stringify(body), headers: more });

async function upload(purpose, media_type, bytes) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const opened = await post('/v1/uploads', { purpose, media_type, size: bytes.length, sha256 });
  await call(opened.content_path, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  return { upload_id: opened.id };
}

/** Ids of the records in the lines of a file, in their order, each once where they follow each other. */
async function idsOf(job, kind, column) {
  const { data } = await call(`/v1/solves/${job}/artifacts`);
  const file = data.find((each) => each.kind === kind);
  const answer = await fetch(`${deployment.url}/v1/artifacts/${file.id}`, { headers });
  const lines = (await answer.text()).trimEnd().split('\r\n').slice(1);
  return lines.map((line) => line.split(',')[column]);
}

async function measured(label, pids, body, ordered) {
  const peaks = pids.map(() => new Peak());
  const used = () => pids.reduce((sum, pid) => sum + processorMsOfTree(pid), 0) / 1_000;
  const before = used();
  const from = performance.now();
  const submitted = await post('/v1/solves', { profile: PROFILE, ...body }, { prefer: 'respond-async' });
  const accepted = (performance.now() - from) / 1_000;
  let job = submitted;
  while (!ENDED.test(job.status)) {
    await new Promise((next) => setTimeout(next, SAMPLE_MS));
    for (const [at, pid] of pids.entries()) peaks[at]?.look(pid);
    job = await call(`/v1/solves/${submitted.id}`);
  }
  const took = (performance.now() - from) / 1_000;
  const processor = used() - before;
  const right = job.status === 'succeeded' && (await ordered(submitted.id));
  const of = (peak) => `${peak.own.toFixed(0)} MB alone, ${peak.all.toFixed(0)} MB with its children`;
  const [api, ...each] = peaks;
  const summary = JSON.stringify(job.summary?.counts ?? job.error);
  const left = (await call(`/v1/solves/${submitted.id}/artifacts`)).data.find(({ kind }) => kind === 'resume');
  const open =
    left === undefined ? 'nothing left open' : `open: resume.json of ${(left.size / 2 ** 20).toFixed(1)} MiB`;
  process.stdout.write(
    `${label}: ${job.status}, accepted after ${accepted.toFixed(1)} s, took ${took.toFixed(1)} s, processor ${processor.toFixed(1)} s, ${summary}, ${open}, ${right ? 'in order' : 'NOT IN ORDER'}\n`,
  );
  process.stdout.write(`  most memory: API ${of(api)}; ${each.map((peak) => `worker ${of(peak)}`).join('; ')}\n`);
}

const inOrder = (kind, column) => async (job) => {
  const ids = await idsOf(job, kind, column);
  return ids.length === RECORDS && ids.every((id, at) => id === `r${at}`);
};

const bytes = records();
process.stdout.write(
  `${deployment.stores}, ${RECORDS} records, ${(bytes.length / 2 ** 20).toFixed(1)} MiB, ${WORKERS} workers, profile ${PROFILE}\n`,
);
try {
  const model = await upload('model', 'application/onnx', example('model.onnx'));
  const asked = {
    model,
    schema: example('schema.csv').toString(),
    records: await upload('records', 'text/csv', bytes),
  };
  const workers = [];
  for (let at = 0; at < WORKERS; at += 1) workers.push(await deployment.startWorker());
  const pids = [deployment.api.pid, ...workers.map(({ pid }) => pid)];
  const properties = 'id,kind,where,epsilon,output,expect\nB,robust,@records,income=2%; debt=0.01,label,same label\n';
  await measured('robust', pids, { mode: 'forest', ...asked, properties }, inOrder('csv', 3));
  await measured(
    'enumerated',
    pids,
    { mode: 'forest_enumeration', ...asked, radius: 'income=2%; debt=0.01' },
    inOrder('summary', 0),
  );
} finally {
  await deployment.stop();
}
