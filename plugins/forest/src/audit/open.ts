/** From texts to what is asked: the vocabulary of the model, the rows of the table, the records. */
import {
  bareFeature,
  type FeatureFact,
  type Flaw,
  type ModelColumn,
  namedByRecords,
  readRecords,
  readSchema,
  readTable,
  type RecordRow,
  type Sheet,
  TableBroken,
  type TableRow,
  type Vocabulary,
} from '../table/index.js';
import type { Forest } from '../model/index.js';

/** Which of the texts is wrong. */
export type Part = 'schema' | 'records' | 'properties';

/** What is wrong with a text as a whole: then nothing is asked. */
export interface Refusal {
  readonly part: Part;
  readonly flaws: readonly Flaw[];
}

export interface Opened {
  readonly vocabulary: Vocabulary;
  readonly rows: readonly TableRow[];
  readonly records: readonly RecordRow[];
}

export type Opening =
  | { readonly ok: true; readonly texts: Opened }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

export interface Sheets {
  readonly schema: Sheet | null;
  readonly records: Sheet | null;
  /** Null for an enumeration, which has none. */
  readonly properties: Sheet | null;
}

/** Reads the texts of an audit against the model that they are about. */
export function openTexts(
  { columns, targets, outcome }: Pick<Forest, 'columns' | 'targets' | 'outcome'>,
  { schema, records, properties }: Sheets,
): Opening {
  const refusals: Refusal[] = [];
  const attempt = <T>(part: Part, read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof TableBroken)) throw error;
      const { slug, words, line } = error;
      refusals.push({ part, flaws: [{ slug, words, column: null, ...(line !== null && { line }) }] });
      return null;
    }
  };
  const own = featuresOf(columns, schema);
  if (own.flaws.length > 0) refusals.push({ part: 'schema', flaws: own.flaws });
  // A model without names of its own is given those of the records.
  const features = schema === null && records !== null ? namedByRecords(own.features, records) : own.features;
  const vocabulary: Vocabulary = {
    features,
    labels: outcome.kind === 'classes' ? outcome.labels : null,
    scores: targets,
  };
  const read = records === null ? [] : attempt('records', () => readRecords(records, features));
  const rows = properties === null ? [] : attempt('properties', () => readTable(properties, vocabulary));
  if (refusals.length > 0 || read === null || rows === null) return { ok: false, refusals };
  return { ok: true, texts: { vocabulary, rows, records: read } };
}

function featuresOf(
  columns: readonly ModelColumn[],
  schema: Sheet | null,
): { readonly features: readonly FeatureFact[]; readonly flaws: readonly Flaw[] } {
  return schema === null ? { features: columns.map(bareFeature), flaws: [] } : readSchema(schema, columns);
}
