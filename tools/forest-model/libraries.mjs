/** Our reading of XGBoost and LightGBM beside the libraries, bit for bit: `node tools/forest-model/libraries.mjs FOLDER`, made by `libraries.py`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from '../../plugins/forest/dist/evaluate/index.js';
import { problemText, readModel } from '../../plugins/forest/dist/read/index.js';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('which folder?');
const view = new DataView(new ArrayBuffer(8));
function number(hex) {
  view.setBigUint64(0, BigInt(`0x${hex.padEnd(16, '0')}`));
  return hex.length === 8 ? view.getFloat32(0) : view.getFloat64(0);
}

const counts = { models: 0, records: 0, sums: 0, 'sums that differ': 0, labels: 0, 'labels that differ': 0 };
const refused = new Map();
const differing = [];
for (const file of readdirSync(folder).filter((name) => !name.endsWith('.expected.json'))) {
  const read = readModel(readFileSync(join(folder, file)));
  if (!read.ok) {
    const why = problemText(read.problem).en;
    refused.set(why, (refused.get(why) ?? 0) + 1);
    continue;
  }
  const said = JSON.parse(readFileSync(join(folder, file.replace(/\.\w+$/, '.expected.json')), 'utf8'));
  const rows = said.rows.length / said.columns;
  const width = said.sums.length / rows;
  counts.models++;
  counts.records += rows;
  let first;
  for (let row = 0; row < rows; row++) {
    const values = said.rows.slice(row * said.columns, (row + 1) * said.columns).map(number);
    const ours = evaluate(read.forest, values);
    const theirs = said.sums.slice(row * width, (row + 1) * width).map(number);
    counts.sums += width;
    const wrong = theirs.filter((sum, at) => sum + 0 !== (ours.sums[at] ?? Number.NaN) + 0).length;
    counts['sums that differ'] += wrong;
    const label = said.labels?.[row];
    if (label !== undefined) counts.labels++;
    const other = label !== undefined && ours.label !== label;
    if (other) counts['labels that differ']++;
    if (wrong > 0 || other)
      first ??= {
        file,
        values: values.map(String),
        ours: { label: ours.label, sums: [...ours.sums] },
        theirs: { label, sums: theirs },
      };
  }
  if (first) differing.push(first);
}
console.log(JSON.stringify({ ...counts, refused: Object.fromEntries(refused) }, null, 1));
for (const each of differing.slice(0, 5)) console.log(JSON.stringify(each));
process.exitCode = differing.length > 0 ? 1 : 0;
