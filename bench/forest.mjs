/**
 * Forests beside Veritas, on the same trees and records in the same run: fixed-eps decisions, exact radius, global range, a gap between two
 * groups, and enumeration (of Veritas, combinations of leaves), by one thread and by two at once. Seconds of the processor, since others use
 * the machine. `FOREST_MODELS`: a folder of NAME.onnx (binary, one column of scores) beside NAME.samples.csv; without it nothing is done.
 * `VERITAS`: a python that has dtai-veritas. `BENCH_ASK` (decide,radius,range,gap,all,together), `BENCH_ONLY` (names of models),
 * `BENCH_RECORDS` (20), `BENCH_EPS` (one radius for all models), `BENCH_SECONDS` (10) for each question to Veritas, `BENCH_NODES` (200000)
 * for a range, `BENCH_GAP` (hmda_rf:10, a model and a column of 0 and 1).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { askExists, askGreatest, askNearest, labelIsNot, prepare } from '@ostiary/forest/search';
import { boxesAround, distanceTo, labelOf, loadForest, radiusOf } from './lib/forest-records.mjs';
import { table } from './lib/timing.mjs';

const { FOREST_MODELS: folder, VERITAS: python } = process.env;
const count = Number(process.env.BENCH_RECORDS ?? 20);
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const nodes = Number(process.env.BENCH_NODES ?? 200_000);
const asked = (process.env.BENCH_ASK ?? 'decide,radius,range,gap,all,together').split(',');
const [gapModel, gapColumn] = (process.env.BENCH_GAP ?? 'hmda_rf:10').split(':');

function nested({ columns, trees }, node) {
  const column = trees.column[node];
  if (column < 0) return trees.values[trees.leaf[node]];
  return [
    column,
    columns[column].high[trees.rank[node]],
    nested({ columns, trees }, trees.left[node]),
    nested({ columns, trees }, trees.right[node]),
  ];
}

function timed(run) {
  const began = process.cpuUsage();
  const answer = run();
  const { user, system } = process.cpuUsage(began);
  return { ...answer, seconds: (user + system) / 1e6 };
}

const child =
  python && spawn(python, [join(import.meta.dirname, 'lib/forest-veritas.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = child && createInterface({ input: child.stdout })[Symbol.asyncIterator]();
async function veritas(question) {
  if (!child) return undefined;
  child.stdin.write(`${JSON.stringify({ seconds, ...question })}\n`);
  const { value, done } = await lines.next();
  if (done) throw new Error('veritas ended');
  return JSON.parse(value);
}

const ms = (value) => `${(value * 1000).toFixed(value < 0.001 ? 3 : value < 0.1 ? 2 : 0)} ms`;
const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length;
function spread(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return [ms(mean(list)), ms(sorted[Math.floor(sorted.length / 2)]), ms(sorted.at(-1))];
}
const times = (theirs, ours) => (theirs === undefined ? '-' : `${(mean(theirs) / mean(ours)).toFixed(1)}x`);
async function perRecord({ forest, records }, ours, question) {
  const rows = [];
  for (const record of records) {
    const label = labelOf(forest, record);
    ours(record, label);
    const first = timed(() => ours(record, label));
    rows.push({ ours: first, theirs: await veritas({ ...question, record, label }) });
  }
  return rows;
}

/** What Veritas gives: combinations of leaves, around how many records all of them, and how many a second. */
function leafByLeaf(rows) {
  const solutions = rows.reduce((sum, row) => sum + row.solutions, 0);
  const time = rows.reduce((sum, row) => sum + row.seconds, 0);
  const whole = rows.filter((row) => row.says === 'NO_MORE_OPEN').length;
  return [String(solutions), `${whole}/${rows.length}`, `${(solutions / time / 1000).toFixed(1)} k/s`];
}

/** Boxes a second of so many threads at once, each with its part of the records: by the clock, and while they had the processor. */
async function together(name, parts) {
  const workerData = { folder, name, count, parts, nodes: 20_000, seconds: 3 };
  const workers = Array.from(
    { length: parts },
    (_, part) => new Worker(new URL('lib/forest-boxes.mjs', import.meta.url), { workerData: { ...workerData, part } }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const ends = workers.map((worker) => once(worker, 'message'));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads, not windows
  for (const worker of workers) worker.postMessage('start');
  const done = (await Promise.all(ends)).flat();
  const sum = (of) => done.reduce((total, each) => total + of(each), 0);
  return [
    String(parts),
    String(sum(({ boxes }) => boxes)),
    `${Math.round(sum(({ boxes, seconds: took }) => boxes / took) / 1000)} k/s`,
    `${Math.round(sum(({ boxes, busy }) => boxes / busy) / 1000)} k/s`,
  ];
}

const out = { decide: [], radius: [], range: [], gap: [], all: [], together: [] };
const rate = (amount, time) => `${Math.round(amount / time / 1000)} k/s`;
const names = folder
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.onnx'))
      .map((file) => file.slice(0, -5))
  : [];
const only = process.env.BENCH_ONLY?.split(',') ?? names;
for (const name of names.filter((each) => only.includes(each))) {
  const own = loadForest(folder, name, count);
  const { forest, records, prepared } = own;
  await veritas({
    ask: 'model',
    trees: [...forest.trees.roots].map((root) => nested(forest, root)),
    above: forest.outcome.rule.above,
  });
  const eps = radiusOf(name);
  const violation = [0, 1].map((label) => labelIsNot(forest.outcome, label));
  if (asked.includes('decide')) {
    const decide = (record, label) =>
      askExists(
        prepared,
        { kind: 'exists', violation: violation[label], within: { distance: distanceTo(record), radius: eps } },
        { nodes: 1e6 },
      );
    const rows = await perRecord(own, decide, { ask: 'decide', eps });
    const theirs = rows[0].theirs && rows.map((row) => row.theirs.seconds);
    const ours = rows.map((row) => row.ours.seconds);
    const unlike = rows
      .filter((row) => row.theirs && row.theirs.says !== row.ours.verdict)
      .map((row) => `${row.ours.verdict}/${row.theirs.says}`);
    out.decide.push([
      `${name} ${eps}`,
      ...spread(ours),
      ...(theirs ? spread(theirs) : ['-', '-', '-']),
      times(theirs, ours),
      mean(rows.map((row) => row.ours.nodes)).toFixed(1),
      unlike.join(' ') || 'all alike',
    ]);
  }
  if (asked.includes('radius')) {
    const nearest = (record, label) => askNearest(prepared, violation[label], distanceTo(record), { nodes: 3e6 });
    const rows = await perRecord(own, nearest, { ask: 'radius' });
    const theirs = rows[0].theirs && rows.map((row) => row.theirs.seconds);
    const ours = rows.map((row) => row.ours.seconds);
    const closed = rows.filter((row) => row.ours.verdict === 'closed').length;
    // Their interval may be off by the guard of 1e-4 that they keep from cell borders.
    const apart = (row) => row.ours.nearest < row.theirs.low - 2e-4 || row.ours.nearest > row.theirs.high + 2e-4;
    out.radius.push([
      name,
      ...spread(ours),
      ...(theirs ? spread(theirs) : ['-', '-', '-']),
      times(theirs, ours),
      `${closed}/${rows.length}`,
      theirs ? String(rows.filter(apart).length) : '-',
    ]);
  }
  if (asked.includes('range'))
    for (const sign of [1, -1]) {
      const ours = timed(() => askGreatest(prepared, [{ copy: 0, target: 0, weight: sign }], { nodes }));
      const theirs = await veritas({ ask: 'range', sign });
      const shift = sign * forest.outcome.rule.above;
      const ends = (least, most) =>
        [sign * most, sign * least]
          .toSorted((a, b) => a - b)
          .map((end) => end.toFixed(4))
          .join(' to ');
      out.range.push([
        `${name} ${sign > 0 ? 'greatest' : 'least'}`,
        `${ours.verdict} ${ends(ours.least ?? -Infinity, ours.most)}`,
        ms(ours.seconds),
        String(ours.nodes),
        theirs ? `${theirs.says} ${ends(theirs.least + shift, theirs.most + shift)}` : '-',
        theirs ? ms(theirs.seconds) : '-',
      ]);
    }
  if (asked.includes('gap') && name === gapModel) {
    const column = Number(gapColumn);
    const pair = prepare({
      forest,
      region: { columns: [{ column, values: [1] }] },
      second: { region: { columns: [{ column, values: [0] }] }, apart: [{ column, how: 'free' }] },
    });
    const terms = [
      { copy: 0, target: 0, weight: 1 },
      { copy: 1, target: 0, weight: -1 },
    ];
    const ours = timed(() => askGreatest(pair, terms, { nodes }));
    const theirs = await veritas({ ask: 'gap', column, width: forest.columns.length });
    out.gap.push([
      `${name}, column ${column}`,
      `${ours.verdict} ${ours.least.toFixed(5)} to ${ours.most.toFixed(5)}`,
      ms(ours.seconds),
      String(ours.nodes),
      theirs
        ? `${theirs.says} ${theirs.least.toFixed(3)} to ${theirs.most.toFixed(3)}, ${theirs.solutions} found`
        : '-',
      theirs ? ms(theirs.seconds) : '-',
    ]);
  }
  if (asked.includes('all')) {
    const ask = (record) => boxesAround(own, record);
    for (const record of records) ask(record);
    // The boxes themselves are let go of, record by record.
    const leaves = [];
    for (const record of records)
      leaves.push(await veritas({ ask: 'all', record, label: labelOf(forest, record), eps }));
    const rows = records.map((record) => {
      const { boxes: found, given, verdict, nodes: looked, seconds: took } = timed(() => ask(record));
      return { boxes: found.length, given, verdict, nodes: looked, seconds: took };
    });
    const boxes = rows.reduce((sum, row) => sum + row.boxes, 0);
    const time = rows.reduce((sum, row) => sum + row.seconds, 0);
    out.all.push([
      `${name} ${eps}`,
      String(boxes),
      String(rows.reduce((sum, row) => sum + row.given, 0)),
      String(rows.filter((row) => row.boxes > 0).length),
      `${rows.filter((row) => row.verdict === 'complete').length}/${rows.length}`,
      ms(time),
      rate(boxes, time),
      rate(
        rows.reduce((sum, row) => sum + row.nodes, 0),
        time,
      ),
      ...(leaves[0] === undefined ? ['-', '-', '-'] : leafByLeaf(leaves)),
    ]);
  }
  if (asked.includes('together'))
    for (const parts of [1, 2]) out.together.push([`${name} ${eps}`, ...(await together(name, parts))]);
}
const peak = (kilobytes) => `${Math.round(kilobytes / 1024)} MB`;
const theirs = await veritas({ ask: 'memory' });
child?.stdin.end();
const HEADS = {
  decide: ['decision', 'mean', 'p50', 'max', 'Veritas mean', 'p50', 'max', 'mean, times', 'nodes', 'unlike'],
  radius: ['radius', 'mean', 'p50', 'max', 'Veritas mean', 'p50', 'max', 'mean, times', 'exact', 'outside theirs'],
  range: ['range', 'here', 'time', 'nodes', 'Veritas', 'time'],
  gap: ['gap', 'here', 'time', 'nodes', 'Veritas', 'time'],
  all: [
    'all boxes',
    'boxes',
    'before joining',
    'records with some',
    'complete',
    'time',
    'boxes',
    'nodes',
    'Veritas, leaf by leaf',
    'complete',
    'leaves',
  ],
  together: ['all boxes at once', 'threads', 'boxes', 'by the clock', 'while they had the processor'],
};
for (const [name, rows] of Object.entries(out))
  if (rows.length > 0) process.stdout.write(`${table([HEADS[name], ...rows])}\n\n`);
if (names.length > 0)
  process.stdout.write(
    `peak memory: ${peak(process.resourceUsage().maxRSS)} here${theirs ? `, ${peak(theirs.peak)} Veritas` : ''}\n`,
  );
if (names.length === 0) process.stdout.write('FOREST_MODELS names no folder of models: nothing to do\n');
