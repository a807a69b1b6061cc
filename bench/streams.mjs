/**
 * 500 event streams on which nothing happens: resident memory and processor time a stream, beside as many of a bare node:http server; and
 * what a submission costs beside them and without. Embedded, or on the servers the environment names.
 */
import { Agent, get } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startScript } from './lib/child.mjs';
import { startHost } from './lib/host.mjs';
import { load } from './lib/load.mjs';
import { residentMegabytes } from './lib/memory.mjs';
import { processorMs } from './lib/processor.mjs';

const STREAMS = 500;
/** How long they are left alone: two heartbeats. */
const IDLE_SECONDS = 30;
const PROBES = 300;

const bare = await startScript('bare-streams');
const host = await startHost({
  OSTIARY_BENCH_KEYS: '2',
  OSTIARY_STREAMS_PER_KEY: '1000',
  OSTIARY_STREAMS_PER_JOB: '1000',
});
process.stdout.write(`${host.stores}\n`);
const [holder, prober] = host.keys;
const headers = { authorization: `Bearer ${holder}`, 'content-type': 'application/json', prefer: 'respond-async' };

/** Address of the events of a job that goes on for longer than the bench. */
async function eventsOfLongJob() {
  const answer = await fetch(`${host.url}/v1/solves`, {
    method: 'POST',
    headers,
    body: '{"mode":"empty","ms":600000,"profile":"thorough"}',
  });
  const { id } = await answer.json();
  return `${host.url}/v1/solves/${id}/events`;
}

let over = 0;
async function open(url) {
  const request = get(url, { agent: new Agent(), headers: { authorization: headers.authorization } });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  // What comes first is there: the stream is open and waits.
  await once(response, 'data');
  response.resume();
  response.on('error', () => {});
  response.on('end', () => (over += 1));
  return request;
}
async function idle(pid) {
  const before = processorMs(pid);
  await sleep(IDLE_SECONDS * 1_000);
  return (processorMs(pid) - before) / IDLE_SECONDS;
}
/** Megabytes and processor milliseconds a second that the streams take. */
async function cost(pid, url) {
  const without = { memory: residentMegabytes(pid).own, processor: await idle(pid) };
  const streams = [];
  for (let n = 0; n < STREAMS; n += 1) streams.push(await open(url));
  const withThem = { memory: residentMegabytes(pid).own, processor: await idle(pid) };
  const kib = ((withThem.memory - without.memory) * 1_024) / STREAMS;
  return { streams, kib, processor: withThem.processor - without.processor, all: withThem.processor };
}
const probe = () =>
  load({
    url: `${host.url}/v1/solves`,
    body: { mode: 'empty' },
    headers: { authorization: `Bearer ${prober}`, prefer: 'wait=30' },
    connections: 1,
    amount: PROBES,
    pid: host.pid,
  });

await probe();
const alone = await probe();
const ours = await cost(host.pid, await eventsOfLongJob());
const beside = await probe();
if (over > 0) throw new Error(`${over} streams ended before their time`);
for (const stream of ours.streams) stream.destroy();
await sleep(1_000);
const after = await probe();
const floor = await cost(bare.pid, `http://127.0.0.1:${bare.line}/`);
for (const stream of floor.streams) stream.destroy();

const row = (name, seen) =>
  `${name.padEnd(18)} ${seen.kib.toFixed(1).padStart(6)} KiB a stream  processor of all ${STREAMS} together +${seen.processor.toFixed(1)} ms a second (${seen.all.toFixed(1)} with what the process does anyway)\n`;
process.stdout.write(row('bare node:http', floor) + row('service', ours));
process.stdout.write(`memory a stream    ${(ours.kib / floor.kib).toFixed(1)}x\n`);
const solve = (name, r) =>
  `${name.padEnd(28)} p50 ${r.p50.toFixed(2).padStart(7)} ms  p99 ${r.p99.toFixed(2).padStart(7)} ms  processor ${r.processor.toFixed(2)} ms\n`;
process.stdout.write(
  solve('solve, no stream', alone) + solve('solve beside the streams', beside) + solve('solve, streams gone', after),
);
const ratio = (of) => `${(beside[of] / ((alone[of] + after[of]) / 2)).toFixed(2)}x`;
process.stdout.write(`ratio: p50 ${ratio('p50')}  p99 ${ratio('p99')}  processor ${ratio('processor')}\n`);
await bare.stop();
await host.stop();
