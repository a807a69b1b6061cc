/** A thread of `forest.mjs`: enumerates around its records, once to warm up, then again and again for some seconds from the word to start. */
import { parentPort, workerData } from 'node:worker_threads';
import { boxesAround, loadForest } from './forest-records.mjs';

const { folder, name, count, part, parts, nodes, seconds } = workerData;
const own = loadForest(folder, name, count);
const records = own.records.filter((_, at) => at % parts === part);
for (const record of records) boxesAround(own, record, nodes);
parentPort.once('message', () => {
  const began = performance.now();
  const { user, system } = process.threadCpuUsage();
  let boxes = 0;
  for (let at = 0; performance.now() - began < seconds * 1000; at = (at + 1) % records.length)
    boxes += boxesAround(own, records[at], nodes).boxes.length;
  const used = process.threadCpuUsage();
  const busy = (used.user + used.system - user - system) / 1e6;
  const done = { boxes, seconds: (performance.now() - began) / 1000, busy };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort.postMessage(done);
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort.postMessage('ready');
