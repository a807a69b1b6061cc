/** Development forests for benches: NAME.onnx (binary, one column of scores) beside NAME.samples.csv, and questions about their records. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lower } from '@ostiary/forest/cells';
import { readModel } from '@ostiary/forest/read';
import { askAll, labelIsNot, prepare } from '@ostiary/forest/search';

const EPS = { bc_rf: 0.05, german_rf: 0.05, hmda_rf: 0.02, credit_rf: 0.02 };
/** Radius within which records of a model are asked; `BENCH_EPS` is one for all models. */
export const radiusOf = (name) => Number(process.env.BENCH_EPS ?? EPS[name] ?? 0.05);

export function loadForest(folder, name, count) {
  const read = readModel(readFileSync(join(folder, `${name}.onnx`)));
  if (!read.ok) throw new Error(`${name}: ${JSON.stringify(read.problem)}`);
  const domains = read.forest.columns.map(() => ({ type: 'float32', min: -Infinity, max: Infinity, missing: false }));
  const { forest } = lower(read.forest, domains).lowered;
  const width = forest.columns.length;
  const records = readFileSync(join(folder, `${name}.samples.csv`), 'utf8')
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split(',')
        .slice(0, width)
        .map((text) => Math.fround(Number(text))),
    );
  return { name, forest, records: records.slice(0, count), prepared: prepare({ forest, region: { columns: [] } }) };
}

/** Label of a record, added as the runtime adds. */
export function labelOf({ columns, trees, outcome }, record) {
  let sum = 0;
  for (const root of trees.roots) {
    let node = root;
    while (trees.column[node] >= 0)
      node =
        record[trees.column[node]] <= columns[trees.column[node]].high[trees.rank[node]]
          ? trees.left[node]
          : trees.right[node];
    sum = Math.fround(sum + trees.values[trees.leaf[node]]);
  }
  return sum > outcome.rule.above ? 1 : 0;
}

export const distanceTo = (record) => ({
  norm: 'max',
  from: record,
  prices: record.map((_, column) => ({ column, up: 1, down: 1 })),
});

/** All boxes of another label around a record. */
export function boxesAround({ name, forest, prepared }, record, nodes = 1e6) {
  const violation = labelIsNot(forest.outcome, labelOf(forest, record));
  const within = { distance: distanceTo(record), radius: radiusOf(name) };
  return askAll(prepared, { kind: 'all', violation, within, boxes: 100_000 }, { nodes });
}
