/**
 * Our interpreter beside onnxruntime, bit for bit: `node tools/forest-model/compare.mjs [--rows=100000] [--seed=1] MODEL.onnx ...`.
 * A CSV of records beside a model, MODEL.samples.csv, is asked too, and so are records near its own.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { evaluate } from '../../plugins/forest/dist/evaluate/index.js';
import { problemText, readModel, withOutput } from '../../plugins/forest/dist/read/index.js';
import { rowsFor } from './rows.mjs';
import { ask, open } from './runtime.mjs';

const options = { rows: 100_000, seed: 1 };
const files = [];
for (const word of process.argv.slice(2)) {
  const [, name, value] = /^--(rows|seed)=(\d+)$/.exec(word) ?? [];
  if (name) options[name] = Number(value);
  else files.push(word);
}
const BATCH = 500;

const same = (ours, theirs) => Object.is(Math.fround(ours), Math.fround(theirs)) || (ours === 0 && theirs === 0);

/** Differences between the two on these rows. */
async function differences(session, forest, rows) {
  const { label, scores } = forest.outputs;
  const found = [];
  for (let first = 0; first < rows.length; first += BATCH) {
    const some = rows.slice(first, first + BATCH);
    const answers = await ask(session, forest, some, [label, scores].filter(Boolean));
    const width = scores ? answers[scores].data.length / some.length : 0;
    for (const [k, row] of some.entries()) {
      const ours = evaluate(forest, row);
      const wide = forest.summation.scores === 'float64';
      const theirLabel = label ? answers[label].data[k] : undefined;
      const labelled =
        label === undefined || ours.label === (typeof theirLabel === 'bigint' ? Number(theirLabel) : theirLabel);
      const scored =
        !scores ||
        Array.from({ length: width }, (_, c) => answers[scores].data[k * width + c]).every((score, c) =>
          wide ? Object.is(score + 0, ours.scores[c] + 0) : same(ours.scores[c], score),
        );
      if (labelled && scored) continue;
      found.push({
        row,
        ours: { label: ours.label, scores: [...ours.scores] },
        theirs: {
          label: theirLabel,
          scores: scores && Array.from(answers[scores].data).slice(k * width, (k + 1) * width),
        },
      });
    }
  }
  return found;
}

/** A session that gives the scores out as a tensor, also where the model makes a map of them. */
async function sessionOf(bytes, { outputs }) {
  const session = await open(bytes);
  return outputs.scores && !session.outputNames.includes(outputs.scores)
    ? await open(withOutput(bytes, outputs.scores))
    : session;
}

let failed = false;
for (const file of files) {
  const bytes = readFileSync(file);
  const read = readModel(bytes);
  if (!read.ok) {
    console.log(`${basename(file)}: refused: ${problemText(read.problem).en} ${JSON.stringify(read.problem.place)}`);
    continue;
  }
  const { forest } = read;
  const session = await sessionOf(bytes, forest).catch((error) => error);
  if (session instanceof Error) {
    console.log(`${basename(file)}: read, but the runtime refuses it: ${session.message.slice(0, 200)}`);
    failed = true;
    continue;
  }
  const samples = file.replace(/\.onnx$/, '.samples.csv');
  const records = existsSync(samples)
    ? readFileSync(samples, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(',').map(Number))
    : [];
  const rows = [...records, ...rowsFor(forest, options.rows, options.seed, records)];
  const started = process.cpuUsage();
  const found = await differences(session, forest, rows);
  const { user } = process.cpuUsage(started);
  console.log(`${basename(file)}: ${rows.length} rows, ${found.length} differ (${Math.round(user / 1000)} ms CPU)`);
  for (const each of found.slice(0, 3))
    console.log(
      JSON.stringify(each, (_, value) =>
        typeof value === 'bigint'
          ? Number(value)
          : typeof value === 'number' && !Number.isFinite(value)
            ? String(value)
            : value,
      ),
    );
  failed ||= found.length > 0;
}
process.exitCode = failed ? 1 : 0;
