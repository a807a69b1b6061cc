/**
 * Damages the fixtures for a while and reads them: `node --expose-gc tools/forest-fuzz/fuzz.mjs [--seconds=60] [--seed=1]`. Each damaged file
 * is refused with a slug or read, in less than a second and in bounded memory; what is read and the runtime takes too, is answered alike.
 * The runtime is asked in a child of its own, which a file may kill.
 */
import { fork } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluate } from '../../plugins/forest/dist/evaluate/index.js';
import { PROBLEM_SLUGS, readModel } from '../../plugins/forest/dist/read/index.js';
import { rowsFor } from '../forest-model/rows.mjs';
import { damaged, random } from './damage.mjs';

const options = { seconds: 60, seed: 1 };
for (const word of process.argv.slice(2)) {
  const [, name, value] = /^--(seconds|seed)=(\d+)$/.exec(word) ?? [];
  if (!name) throw new Error(`unknown: ${word}`);
  options[name] = Number(value);
}
const folder = new URL('../../plugins/forest/fixtures/', import.meta.url);
const files = ['onnx', 'xgboost', 'lightgbm'].flatMap((format) =>
  readdirSync(new URL(`${format}/`, folder))
    .filter((name) => !name.includes('expected'))
    .map((name) => readFileSync(new URL(`${format}/${name}`, folder))),
);

let child;
/** What the runtime answers: `{ answers }`, `{ error }`, or `{ died }`. */
async function runtime(message) {
  child ??= fork(new URL('runtime-child.mjs', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const asked = child;
  return await new Promise((resolve) => {
    const end = (result) => {
      clearTimeout(limit);
      asked.removeAllListeners();
      if (result.died) {
        asked.kill('SIGKILL');
        child = undefined;
      }
      resolve(result);
    };
    const limit = setTimeout(() => end({ died: 'hangs' }), 10_000);
    asked.on('message', end);
    asked.on('exit', (code, signal) => end({ died: String(signal ?? code) }));
    asked.send(message);
  });
}

const next = random(options.seed);
const counts = { files: 0, read: 0, compared: 0, 'refused by the runtime': 0, 'runtime died': 0 };
const slugs = new Map();
const refusals = new Map();
const failures = [];
let [slowest, heaviest] = [0, 0];
const fail = (what, bytes) => {
  const path = join(tmpdir(), `forest-fuzz-${options.seed}-${failures.length}.bin`);
  writeFileSync(path, bytes);
  failures.push(`${what} (${path})`);
};
const value = (score) => (Number.isNaN(score) ? 'NaN' : score + 0);

const until = Date.now() + options.seconds * 1000;
while (Date.now() < until && failures.length < 50) {
  const bytes = damaged(files[next() % files.length], files, next);
  counts.files++;
  const started = process.cpuUsage();
  let found;
  try {
    found = readModel(bytes);
  } catch (error) {
    fail(`threw ${error.stack.slice(0, 400)}`, bytes);
    continue;
  }
  const { user, system } = process.cpuUsage(started);
  const spent = (user + system) / 1000;
  slowest = Math.max(slowest, spent);
  heaviest = Math.max(heaviest, process.memoryUsage().rss);
  if (spent > 1000) fail(`took ${Math.round(spent)} ms`, bytes);
  if (!found.ok) {
    if (!PROBLEM_SLUGS.includes(found.problem.slug)) fail(`no slug: ${found.problem.slug}`, bytes);
    slugs.set(found.problem.slug, (slugs.get(found.problem.slug) ?? 0) + 1);
    continue;
  }
  counts.read++;
  const { forest } = found;
  if (forest.columns.length > 2000) continue;
  const rows = rowsFor(forest, 20, next() + 1);
  let ours;
  try {
    ours = rows.map((row) => evaluate(forest, row));
  } catch (error) {
    fail(`evaluating threw ${error.stack.slice(0, 400)}`, bytes);
    continue;
  }
  if (forest.source.format !== 'onnx') continue;
  const said = await runtime({ bytes, forest: { columns: forest.columns, outputs: forest.outputs }, rows });
  if (said.died) {
    counts['runtime died']++;
    fail(`read, and the runtime dies: ${said.died}`, bytes);
  } else if (said.error) {
    counts['refused by the runtime']++;
    const why = said.error.replaceAll(/\d+/g, 'N').slice(0, 160);
    refusals.set(why, (refusals.get(why) ?? 0) + 1);
  } else {
    counts.compared++;
    const { label, scores } = forest.outputs;
    const [labels, all] = [said.answers[label], said.answers[scores]];
    const width = all ? all.length / rows.length : 0;
    const alike = ours.every(
      (answer, row) =>
        (!labels || String(labels[row]) === String(answer.label)) &&
        (!all ||
          all
            .slice(row * width, (row + 1) * width)
            .every((score, at) => value(Math.fround(score)) === value(Math.fround(answer.scores[at])))),
    );
    if (!alike) fail('answered otherwise than the runtime', bytes);
  }
}
child?.kill();
console.log(
  JSON.stringify(
    {
      ...options,
      ...counts,
      'slowest ms CPU': Math.round(slowest),
      'most MB': Math.round(heaviest / 2 ** 20),
      'what the runtime says': Object.fromEntries(refusals),
      slugs: Object.fromEntries([...slugs].toSorted((a, b) => b[1] - a[1])),
    },
    null,
    1,
  ),
);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
