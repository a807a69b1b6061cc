/**
 * Agent graphs that somebody sends to do harm, to a service that was started as a user starts it: `BENCH_MIB` MiB of nodes (8; the full size is 200) in the body of a request,
 * as an upload, and as an upload that says it is smaller, as many of them as a file may have, and `BENCH_LANES` lanes of one fork (10000; the full number is 100000). Each has an
 * answer and the time to it; beside it the most that the service itself and its children had resident, and the longest that somebody else waited for `GET /health/live` meanwhile.
 */
import { createHash } from 'node:crypto';
import { forgetPeak, peakMegabytes, residentMegabytes } from './lib/memory.mjs';
import { startService } from './lib/service.mjs';
import { table } from './lib/timing.mjs';

const MIB = 1024 * 1024;
const SIZE = Number(process.env.BENCH_MIB ?? 8) * MIB;
const LANES = Number(process.env.BENCH_LANES ?? 10_000);
/** What a file of a graph may have at most (`TEXT_LIMITS` of the plugin). */
const MOST = 96 * MIB;

const args = { kind: 'record', fields: {} };
const catalogue = {
  name: 'shop',
  tools: [
    { name: 'check', classes: ['read'], args, checks: [{ tools: ['pay'], passes: 'success' }] },
    { name: 'pay', classes: ['write'], args },
  ],
};
const call = (id, tool) => `{"id":"${id}","kind":"tool","tools":[{"name":"${tool}"}]}`;
const edge = (source, target) => `{"id":"${source}-${target}","source":"${source}","target":"${target}"}`;

/** A chain of calls as JSON text of about so many bytes. */
function chain(bytes) {
  const nodes = [call('n0', 'check')];
  const edges = [];
  for (let size = 100; size < bytes;) {
    const at = nodes.length;
    nodes.push(call(`n${at}`, 'pay'));
    edges.push(edge(`n${at - 1}`, `n${at}`));
    size += nodes[at].length + edges[at - 1].length + 2;
  }
  return `{"format":"agent-graph/1","start":"n0","nodes":[${nodes.join()}],"edges":[${edges.join()}]}`;
}

function fork(lanes) {
  const ids = Array.from({ length: lanes }, (_, at) => `lane${at}`);
  const nodes = ['{"id":"fork","kind":"fork"}', ...ids.map((id, at) => call(id, at % 2 === 0 ? 'check' : 'pay'))];
  return `{"format":"agent-graph/1","start":"fork","nodes":[${nodes.join()}],"edges":[${ids.map((id) => edge('fork', id)).join()}]}`;
}

const service = await startService({ env: { OSTIARY_RATE_PER_MINUTE: '1000000', OSTIARY_RATE_BURST: '100000' } });
const headers = { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json', Prefer: 'wait=60' };
const send = async (path, body, more = {}) => {
  const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body, ...more });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};
const wordOf = ({ status, body: { slug, status: state, errors, error } }) =>
  [status, slug ?? state, errors?.[0]?.slug ?? error?.slug].filter((word) => word !== undefined).join(' ');

async function open(bytes, sha256) {
  return send('/v1/uploads', JSON.stringify({ purpose: 'graph', media_type: 'application/json', size: bytes, sha256 }));
}
async function put({ content_path: path }, bytes) {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'PUT',
    headers: { Authorization: headers.Authorization, 'Content-Type': 'application/octet-stream' },
    body: bytes,
  });
  return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') };
}
const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** A job over a file, from the upload to its end. */
async function solved(text) {
  const bytes = Buffer.from(text);
  const opened = await open(bytes.length, digestOf(bytes));
  if (opened.status >= 300) return wordOf(opened);
  const sent = await put(opened.body, bytes);
  if (sent.status >= 300) return wordOf(sent);
  let job = await send(
    '/v1/solves',
    JSON.stringify({ mode: 'graph', graph: { upload_id: opened.body.id }, catalogue }),
  );
  while (job.body.status === 'queued' || job.body.status === 'running') {
    const answer = await fetch(`${service.url}/v1/solves/${job.body.id}?wait=30`, { headers });
    job = { status: answer.status, body: await answer.json() };
  }
  const verdicts = job.body.result?.verdicts?.map(({ verdict }) => verdict).join(', ') ?? '';
  return `${wordOf(job)} ${verdicts}`.trim();
}

/** What is sent, what is made for it before the time counts, and how it is sent. */
const rows = [
  ['in the body', () => `{"mode":"graph","graph":${chain(SIZE)}}`, (text) => send('/v1/solves', text).then(wordOf)],
  [
    'in the body, length not said',
    () => new Blob([`{"mode":"graph","graph":${chain(SIZE)}}`]),
    (blob) => send('/v1/solves', blob.stream(), { duplex: 'half' }).then(wordOf),
  ],
  ['an upload that says how large it is', () => null, () => open(SIZE, digestOf('')).then(wordOf)],
  [
    'an upload that says it is 1 KiB',
    () => Buffer.from(chain(SIZE)),
    async (bytes) => wordOf(await put((await open(1024, digestOf(''))).body, bytes)),
  ],
  [`a file of ${(Math.min(SIZE, MOST) / MIB).toFixed(0)} MiB`, () => chain(Math.min(SIZE, MOST) - 2 * 1024), solved],
  [`${LANES} lanes of one fork`, () => fork(LANES), solved],
  ['a small graph, after all that', () => chain(1024), solved],
];
const told = [['what', 'answer', 'time', 'service', 'its children', 'others waited']];
try {
  for (const [what, make, ask] of rows) {
    const given = make();
    forgetPeak(service.pid);
    let children = 0;
    let slowest = 0;
    const asking = new AbortController();
    const watching = (async () => {
      while (!asking.signal.aborted) {
        const began = performance.now();
        await (await fetch(`${service.url}/health/live`)).arrayBuffer();
        slowest = Math.max(slowest, performance.now() - began);
        children = Math.max(children, residentMegabytes(service.pid).children);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const began = performance.now();
    // A service may answer before it was sent all, and close the connection.
    const answer = await ask(given).catch((error) => `no answer: ${error.cause?.code ?? error.message}`);
    const ms = performance.now() - began;
    asking.abort();
    await watching;
    const peak = peakMegabytes(service.pid);
    told.push([
      what,
      answer,
      `${(ms / 1000).toFixed(1)} s`,
      `${peak.toFixed(0)} MB`,
      `${children.toFixed(0)} MB`,
      `${slowest.toFixed(0)} ms`,
    ]);
  }
  process.stdout.write(`${table(told)}\n`);
} finally {
  await service.stop();
}
