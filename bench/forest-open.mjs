/**
 * Opening a model of trees: bytes -> what it means -> cells, beside a session of onnxruntime on the same bytes. Times are of the processor;
 * each model is opened in a process of its own, and memory is the most that this process had over what it had with the bytes alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lower, wholeDomain } from '@ostiary/forest/cells';
import { evaluate } from '@ostiary/forest/evaluate';
import { readModel } from '@ostiary/forest/read';
import { forestModel } from './lib/forest-models.mjs';
import { table } from './lib/timing.mjs';

const MODELS = [
  { trees: 100, leaves: 80, columns: 13 },
  { trees: 200, leaves: 228, columns: 26 },
  { trees: 500, leaves: 2000, columns: 30 },
];

/** Milliseconds of the processor that `work` takes. */
function processor(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}

const memory = () => process.resourceUsage().maxRSS / 1024;

function ours(path) {
  const bytes = readFileSync(path);
  const [start, rounds] = [memory(), bytes.length > 2e7 ? 1 : 5];
  const times = Array.from({ length: rounds }, () => {
    const read = processor(() => readModel(bytes));
    if (!read.result.ok) throw new Error(JSON.stringify(read.result.problem));
    const { forest } = read.result;
    const cells = processor(() => lower(forest, forest.columns.map(wholeDomain)));
    const row = forest.columns.map((_, column) => column / forest.columns.length);
    const answers = processor(() => {
      for (let k = 0; k < 200; k += 1) evaluate(forest, row);
    });
    return { read: read.ms, cells: cells.ms, answer: answers.ms / 200 };
  });
  return { first: times[0], last: times.at(-1), mb: memory() - start };
}

async function peer(path) {
  const ort = createRequire(fileURLToPath(new URL('../plugins/forest/package.json', import.meta.url)))(
    'onnxruntime-node',
  );
  const bytes = readFileSync(path);
  const start = memory();
  const before = process.cpuUsage();
  await ort.InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, mb: memory() - start };
}

const [, , who, path] = process.argv;
if (who !== undefined) process.stdout.write(JSON.stringify(who === 'ours' ? ours(path) : await peer(path)));
else {
  const folder = mkdtempSync(join(tmpdir(), 'forest-open-'));
  const asked = (name, file) => {
    const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name, file], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const rows = MODELS.map((model, at) => {
    const file = join(folder, `${at}.onnx`);
    const bytes = forestModel(model);
    writeFileSync(file, bytes);
    const [us, them] = [asked('ours', file), asked('peer', file)];
    const ms = (value) => value.toFixed(value < 10 ? 2 : 0);
    return [
      `${model.trees} x ${model.leaves}`,
      (bytes.length / 1e6).toFixed(1),
      ms(us.first.read),
      ms(us.last.read),
      ms(us.last.cells),
      us.mb.toFixed(0),
      ms(them.ms),
      them.mb.toFixed(0),
      (us.last.answer * 1000).toFixed(0),
    ];
  });
  rmSync(folder, { recursive: true });
  const head = [
    'trees x leaves',
    'MB',
    'read first, ms',
    'read again, ms',
    'to cells, ms',
    'memory, MB',
    'onnxruntime opens, ms',
    'its memory, MB',
    'one answer, us',
  ];
  console.log(table([head, ...rows]));
}
