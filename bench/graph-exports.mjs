/**
 * Real exports of agent graphs, from the folder that `OSTIARY_GRAPHS` names (a folder for each format): what is read, what is decided of them, and the time of the checker a
 * file. The catalogue is made mechanically: a tool whose name says that it looks something up reads, any other one writes, and of each of the first eight that write it is asked
 * whether the first that reads comes before it as its check, whether a person confirms it, and whether it is called at most once. A file of which that is not decided within
 * two seconds (`OSTIARY_SECONDS`: another number) is counted, and given up. `OSTIARY_FIXES=no`: no fix is looked for. Under the table: what keeps verdicts possible, of each format, and why files were not read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { readDocument } from '@ostiary/graph/read';
import { verifyGraph } from '@ostiary/graph/verify';
import { table } from './lib/timing.mjs';

const folder = process.env.OSTIARY_GRAPHS;
const fixes = process.env.OSTIARY_FIXES !== 'no';
if (!folder && isMainThread) {
  process.stdout.write('skipped: OSTIARY_GRAPHS names a folder of exports, with a folder for each format\n');
  process.exit(0);
}
const LOOKS_UP = /get|list|search|read|find|look|retriev|query|fetch|load|select|describe|scan|check/i;
const MOST = 8;

const toolsOf = ({ nodes, subgraphs = [] }) => {
  const all = [nodes, ...subgraphs.map((body) => body.nodes)].flat();
  return [...new Set(all.flatMap(({ tools = [] }) => tools.map(({ name }) => name)))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
};

function questionsOf(graph) {
  const names = toolsOf(graph);
  const reads = names.filter((name) => LOOKS_UP.test(name));
  const writes = names.filter((name) => !LOOKS_UP.test(name)).slice(0, MOST);
  const [check] = reads;
  const tools = names.map((name) => ({
    name,
    classes: [LOOKS_UP.test(name) ? 'read' : 'write'],
    ...(name === check && writes.length > 0 && { checks: [{ tools: writes, passes: 'success' }] }),
  }));
  const rules = writes.flatMap((tool) => [
    ...(check === undefined ? [] : [{ id: `check ${tool}`, kind: 'check_before', tool, check }]),
    { id: `confirm ${tool}`, kind: 'confirm_before', tool },
    { id: `once ${tool}`, kind: 'order', pattern: 'at_most', first: tool, count: 1 },
  ]);
  return { effects: new Map(tools.map((tool) => [tool.name, tool])), rules };
}

const counts = () => ({
  files: 0,
  read: 0,
  asked: 0,
  proved: 0,
  vacuous: 0,
  broken: 0,
  possible: 0,
  silent: 0,
  givenUp: 0,
  times: [],
});
const quantile = (times, q) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;

/** What is decided of one file; undefined: nothing of it is asked. */
function judge(file) {
  const document = readDocument(readFileSync(file));
  if (!document.ok) return { read: 0, refused: document.problems[0].slug };
  const { effects, rules } = questionsOf(document.graph);
  if (rules.length === 0) return { read: 1 };
  verifyGraph(document, effects, { rules, fixes });
  const began = performance.now();
  const { verdicts } = verifyGraph(document, effects, { rules, fixes });
  const ms = performance.now() - began;
  return {
    read: 1,
    ms,
    verdicts: verdicts.map(({ verdict, deciders = [] }) => ({ verdict, codes: deciders.map(({ code }) => code) })),
  };
}

const SECONDS = Number(process.env.OSTIARY_SECONDS ?? 2);
let worker;
/** Asks a thread, which is ended when it takes too long. */
function judged(file) {
  worker ??= new Worker(new URL(import.meta.url));
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      void worker.terminate();
      worker = undefined;
      resolve({ read: 1, verdicts: [], late: true });
    }, SECONDS * 1000);
    worker.removeAllListeners();
    worker.on('error', reject);
    worker.on('message', (message) => {
      clearTimeout(late);
      resolve(message);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(file);
  });
}

async function main() {
  const codes = new Map();
  const refusals = new Map();
  const count = (counted, format, what) => {
    const own = counted.get(format) ?? new Map();
    counted.set(format, own.set(what, (own.get(what) ?? 0) + 1));
  };
  const rows = [];
  for (const format of readdirSync(folder).toSorted()) {
    const found = counts();
    for (const file of readdirSync(join(folder, format)).toSorted()) {
      const { read, ms, verdicts, late, refused } = await judged(join(folder, format, file));
      if (refused) count(refusals, format, refused);
      found.files += 1;
      found.read += read;
      if (verdicts) found.asked += 1;
      if (late) {
        found.givenUp += 1;
        process.stderr.write(`given up: ${format}/${file}\n`);
      }
      if (ms !== undefined) found.times.push(ms);
      for (const { verdict, codes: told } of verdicts ?? []) {
        found[verdict] += 1;
        if (verdict === 'possible' && told.length === 0) found.silent += 1;
        if (verdict === 'possible') for (const code of new Set(told)) count(codes, format, code);
      }
    }
    rows.push({ format, ...found });
  }
  await worker?.terminate();
  const line = (name, found) => {
    const verdicts = found.proved + found.vacuous + found.broken + found.possible;
    const decided = verdicts === 0 ? '' : `${((100 * (verdicts - found.possible)) / verdicts).toFixed(1)} %`;
    const ms = (q) => (found.times.length === 0 ? '' : quantile(found.times, q).toFixed(1));
    const { files, read, asked, givenUp, proved, vacuous, broken, possible, silent } = found;
    return [
      name,
      files,
      read,
      asked,
      givenUp,
      verdicts,
      proved,
      vacuous,
      broken,
      possible,
      silent,
      decided,
      ms(0.5),
      ms(0.95),
    ].map(String);
  };
  const total = rows.reduce(
    (sum, row) =>
      Object.fromEntries(
        Object.keys(counts()).map((key) => [key, key === 'times' ? [...sum.times, ...row.times] : sum[key] + row[key]]),
      ),
    counts(),
  );
  const head = [
    'format',
    'files',
    'read',
    'asked',
    'given up',
    'verdicts',
    'proved',
    'vacuous',
    'broken',
    'possible',
    'without a decider',
    'decided',
    'ms p50',
    'ms p95',
  ];
  process.stdout.write(`${table([head, ...rows.map((row) => line(row.format, row)), line('all', total)])}\n`);
  for (const { what, counted } of [
    { what: 'possible by', counted: codes },
    { what: 'refused for', counted: refusals },
  ])
    for (const [format, own] of counted) {
      const told = [...own].toSorted(([, one], [, other]) => other - one).map(([code, times]) => `${code} ${times}`);
      process.stdout.write(`${format}: ${what} ${told.join(', ')}\n`);
    }
}

if (isMainThread) await main();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
else parentPort.on('message', (file) => parentPort.postMessage(judge(file)));
