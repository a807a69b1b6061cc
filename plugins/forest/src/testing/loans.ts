import { readFileSync } from 'node:fs';
import { type Audit, lowerModels, openTexts, readForest, type ReadModel } from '../audit/index.js';
import { sheetOfText } from '../table/index.js';

const example = (name: string): Buffer =>
  readFileSync(new URL(`../../../../examples/forests/loans/${name}`, import.meta.url));

/**
 * The example of loans, asked by a table of properties, beside its newer version where a row is about versions; of its own records, of
 * others, or of none; by its own schema or by another.
 */
export function loansAudit({
  table,
  records,
  schema,
}: {
  readonly table: string;
  readonly records?: string | null;
  readonly schema?: string;
}): Audit {
  const [model, newer] = ['model.onnx', 'newer.onnx'].map(readExample) as [ReadModel, ReadModel];
  const sheet = (text: string) => sheetOfText(text, '');
  const own = records === undefined ? example('records.csv').toString() : records;
  const opened = openTexts(model.forest, {
    schema: sheet(schema ?? example('schema.csv').toString()),
    records: own === null ? null : sheet(own),
    properties: sheet(table),
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusals));
  const versions = opened.texts.rows.some(({ kind }) => kind === 'same_as_model' || kind === 'drift');
  const lowered = lowerModels(model, versions ? newer : null, opened.texts.vocabulary);
  if (!lowered.ok) throw new Error(lowered.words.en);
  return { ...opened.texts, model: lowered.model, compare: lowered.compare };
}

function readExample(name: string): ReadModel {
  const read = readForest(example(name));
  if (!read.ok) throw new Error('the example is read');
  return read.model;
}
