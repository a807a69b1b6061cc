/**
 * What a submission to mode forest costs, from the request to the answer that the job is stored: wall and processor time of the service with
 * its children, by the size of the model, the first time and again. Nothing is asked of the models: the table's one row is wrong.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/lib/node.mjs';
import { processorMsOfTree } from './lib/processor.mjs';
import { startService } from './lib/service.mjs';

const TIMES = Number(process.env.BENCH_TIMES ?? 20);
/** A folder with more models; the example alone when absent. */
const MORE = process.env.BENCH_FORESTS?.split(',') ?? [];

const service = await startService({ env: { OSTIARY_LOG_LEVEL: 'warn' } });
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
async function call(to, request = {}) {
  const answer = await fetch(`${service.url}${to}`, { ...request, headers: { ...headers, ...request.headers } });
  if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
const post = (to, body, more = {}) => call(to, { method: 'POST', body: JSON.stringify(body), headers: more });

async function upload(bytes) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const about = { purpose: 'model', media_type: 'application/onnx', size: bytes.length, sha256 };
  const opened = await post('/v1/uploads', about);
  await call(opened.content_path, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  return { upload_id: opened.id };
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

async function one(model) {
  const before = processorMsOfTree(service.pid);
  const from = performance.now();
  const { id } = await post(
    '/v1/solves',
    { mode: 'forest', model, properties: 'id,kind\nX,rnge\n' },
    { prefer: 'respond-async' },
  );
  const wall = performance.now() - from;
  const accepted = processorMsOfTree(service.pid) - before;
  let job;
  do job = await call(`/v1/solves/${id}?wait=30`);
  while (job.finished_at === null);
  return { wall, accepted };
}

try {
  for (const path of [join(root, 'examples', 'forests', 'loans', 'model.onnx'), ...MORE]) {
    const bytes = readFileSync(path);
    const model = await upload(bytes);
    const first = await one(model);
    const again = [];
    for (let at = 0; at < TIMES; at += 1) again.push(await one(model));
    const of = (name) => median(again.map((each) => each[name])).toFixed(0);
    process.stdout.write(
      `${(bytes.length / 2 ** 20).toFixed(2).padStart(6)} MiB  first ${first.wall.toFixed(0)} ms wall, ${first.accepted.toFixed(0)} ms processor; again ${of('wall')} ms wall, ${of('accepted')} ms processor (median of ${TIMES})\n`,
    );
  }
} finally {
  await service.stop();
}
