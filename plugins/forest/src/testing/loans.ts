import { readFileSync } from 'node:fs';
import { type Audit, lowerModels, openTexts, readForest } from '../audit/index.js';
import { sheetOfText } from '../table/index.js';

const example = (name: string): Buffer =>
  readFileSync(new URL(`../../../../examples/forests/loans/${name}`, import.meta.url));

/** The example of loans, asked by a table of properties; of its own records, of others, or of none; by its own schema or by another. */
export function loansAudit({
  table,
  records,
  schema,
}: {
  readonly table: string;
  readonly records?: string | null;
  readonly schema?: string;
}): Audit {
  const read = readForest(example('model.onnx'));
  if (!read.ok) throw new Error('the example is read');
  const sheet = (text: string) => sheetOfText(text, '');
  const own = records === undefined ? example('records.csv').toString() : records;
  const opened = openTexts(read.model.forest, {
    schema: sheet(schema ?? example('schema.csv').toString()),
    records: own === null ? null : sheet(own),
    properties: sheet(table),
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusals));
  const lowered = lowerModels(read.model, null, opened.texts.vocabulary);
  if (!lowered.ok) throw new Error(lowered.words.en);
  return { ...opened.texts, model: lowered.model, compare: null };
}
