/**
 * Files of 256 MiB up and down beside a bare file server on the same disk: MiB a second as a ratio, and how much the process that serves
 * grows. A file goes up whole, and in parts of 8 MiB; an artefact of a job comes down. Ratios are of medians, taken in turn.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { startScript } from './lib/child.mjs';
import { startHost } from './lib/host.mjs';
import { forgetPeak, peakMegabytes } from './lib/memory.mjs';

const MIB = 1024 * 1024;
const FILE_MIB = Number(process.env.BENCH_MIB ?? 256);
const PART = 8 * MIB;
const ROUNDS = 3;

const directory = mkdtempSync(join(tmpdir(), 'ostiary-bench-files-'));
const bare = await startScript('file-server', { args: [directory] });
const bareUrl = `http://127.0.0.1:${bare.line}/`;
const service = await startHost({ OSTIARY_UPLOAD_BYTES: String(100 * 1024 * MIB) });
const headers = { authorization: `Bearer ${service.keys[0]}` };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function expectOk(answer) {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer;
}
async function secondsOf(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

const bytes = randomBytes(FILE_MIB * MIB);
const declared = {
  purpose: 'bytes',
  media_type: 'application/octet-stream',
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
};

async function opened() {
  const answer = await fetch(`${service.url}/v1/uploads`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(declared),
  });
  return `${service.url}${(await (await expectOk(answer)).json()).content_path}`;
}
const put = async (url, body, more = {}) =>
  (await expectOk(await fetch(url, { method: 'PUT', headers: { ...headers, ...more }, body }))).arrayBuffer();

async function sendWhole() {
  const url = await opened();
  return secondsOf(() => put(url, bytes));
}
async function sendParts() {
  const url = await opened();
  return secondsOf(async () => {
    for (let at = 0; at < bytes.length; at += PART) {
      const part = bytes.subarray(at, at + PART);
      await put(url, part, { 'content-range': `bytes ${at}-${at + part.length - 1}/${bytes.length}` });
    }
  });
}
const sendBare = () => secondsOf(() => put(bareUrl, bytes));

/** What a start takes at its peak is more than any file does: the peak is looked for anew. */
async function measured(label, ours, theirs) {
  await theirs();
  await ours();
  const [before, beforeBare] = [forgetPeak(service.pid), forgetPeak(bare.pid)];
  const [mine, floor] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.push(await theirs());
    mine.push(await ours());
  }
  const [own, least] = [median(mine), median(floor)];
  process.stdout.write(
    `${label.padEnd(26)} ${(FILE_MIB / own).toFixed(0).padStart(5)} MiB/s  bare ${(FILE_MIB / least).toFixed(0).padStart(5)} MiB/s  ${(own / least).toFixed(2).padStart(5)}x the time  peak ${peakMegabytes(service.pid).toFixed(0)} MB (+${(peakMegabytes(service.pid) - before).toFixed(0)}), bare ${peakMegabytes(bare.pid).toFixed(0)} MB (+${(peakMegabytes(bare.pid) - beforeBare).toFixed(0)})\n`,
  );
}

process.stdout.write(`${service.stores}, a file of ${FILE_MIB} MiB\n`);
await measured('up, whole', sendWhole, sendBare);
await measured('up, in parts of 8 MiB', sendParts, sendBare);
const asker = { ...headers, 'content-type': 'application/json', prefer: 'wait=30' };
const body = JSON.stringify({ mode: 'empty', mebibytes: FILE_MIB });
let { id, status } = await (
  await expectOk(await fetch(`${service.url}/v1/solves`, { method: 'POST', headers: asker, body }))
).json();
while (status !== 'succeeded')
  ({ status } = await (await fetch(`${service.url}/v1/solves/${id}`, { headers: asker })).json());
const { data } = await (
  await expectOk(await fetch(`${service.url}/v1/solves/${id}/artifacts`, { headers: asker }))
).json();
const get = (url, more) =>
  secondsOf(async () => {
    const answer = await expectOk(await fetch(url, { headers: more }));
    let length = 0;
    await answer.body.pipeTo(
      Writable.toWeb(new Writable({ write: (chunk, _, next) => ((length += chunk.length), next()) })),
    );
    if (length !== FILE_MIB * MIB) throw new Error(`${url}: ${length} bytes`);
  });
await measured(
  'down',
  () => get(`${service.url}/v1/artifacts/${data[0].id}`, { authorization: asker.authorization }),
  () => get(bareUrl, {}),
);
await service.stop();
await bare.stop();
rmSync(directory, { recursive: true, force: true });
