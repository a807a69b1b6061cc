/**
 * Files up and down beside a bare file server on the same disk: MiB a second as a ratio, and how much the process that serves grows.
 * A file goes up whole, and in parts of 8 MiB; an artefact of a job comes down. Ratios are of medians, taken in turn.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from './lib/service.mjs';

const MIB = 1024 * 1024;
const FILE_MIB = 48;
const PART = 8 * MIB;
const ROUNDS = 7;
const DOWNLOADS = 10;
/** Rows of the batch whose answers come down. */
const ROWS = 40_000;

const directory = mkdtempSync(join(tmpdir(), 'ostiary-bench-files-'));
const bare = spawn(process.execPath, [fileURLToPath(new URL('./lib/file-server.mjs', import.meta.url)), directory], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = await once(bare.stdout, 'data');
const bareUrl = `http://127.0.0.1:${String(port).trim()}/`;
const service = await startService({ env: { OSTIARY_UPLOAD_BYTES: String(100 * 1024 * MIB) } });
const headers = { authorization: `Bearer ${service.key}` };

const peakMegabytes = (pid) => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
/** Begins to look for the peak anew, from what is resident now: the start of a process takes more than any file. */
function forgetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return peakMegabytes(pid);
}
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

/** Bytes of a text no two of which are alike, as rows are. */
const bytes = Buffer.from(randomBytes((FILE_MIB * MIB) / 2).toString('hex'));
const declared = {
  purpose: 'batch_rows',
  media_type: 'text/csv',
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

async function measured(label, ours, theirs, rounds, mebibytes) {
  await ours();
  await theirs();
  const [before, beforeBare] = [forgetPeak(service.pid), forgetPeak(bare.pid)];
  const [mine, floor] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await theirs());
    mine.push(await ours());
  }
  const [own, least] = [median(mine), median(floor)];
  process.stdout.write(
    `${label.padEnd(26)} ${(mebibytes / own).toFixed(0).padStart(5)} MiB/s  bare ${(mebibytes / least).toFixed(0).padStart(5)} MiB/s  ${(own / least).toFixed(2).padStart(5)}x the time  peak +${(peakMegabytes(service.pid) - before).toFixed(0)} MB, bare +${(peakMegabytes(bare.pid) - beforeBare).toFixed(0)} MB\n`,
  );
}

/** The largest artefact of a batch. */
async function artefact() {
  const csv = `tool,custom_id,arguments.amount\n${Array.from({ length: ROWS }, (_, n) => `refund_order,r${n},${n % 700}.00 EUR\n`).join('')}`;
  const answer = await fetch(`${service.url}/v1/solves`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify({
      mode: 'batch',
      policy: 'dialect 1; @id("small") allow refund_order when amount <= 100.00 EUR;',
      rows: { csv },
    }),
  });
  const { id, status } = await (await expectOk(answer)).json();
  if (status !== 'succeeded') throw new Error(`the batch is ${status}`);
  const list = await (await expectOk(await fetch(`${service.url}/v1/solves/${id}/artifacts`, { headers }))).json();
  return list.data.toSorted((a, b) => b.size - a.size)[0];
}

process.stdout.write(`${service.stores}, a file of ${FILE_MIB} MiB\n`);
await measured('up, whole', sendWhole, sendBare, ROUNDS, FILE_MIB);
await measured('up, in parts of 8 MiB', sendParts, sendBare, ROUNDS, FILE_MIB);
const made = await artefact();
await put(bareUrl, Buffer.alloc(made.size, 'x'));
const get = (url, more) => secondsOf(async () => (await expectOk(await fetch(url, { headers: more }))).arrayBuffer());
await measured(
  `down, ${(made.size / MIB).toFixed(0)} MiB`,
  () => get(`${service.url}/v1/artifacts/${made.id}`, headers),
  () => get(bareUrl, {}),
  DOWNLOADS,
  made.size / MIB,
);
await service.stop();
bare.kill();
rmSync(directory, { recursive: true, force: true });
