import {
  askCases,
  casesOf,
  engine,
  lowerModels,
  NO_CASES,
  openTexts,
  readForest,
  RowTally,
} from '@ostiary/forest/audit';
import { sheetOfText } from '@ostiary/forest/table';

/** Files of a question about a forest, as texts; models as bytes. */
export interface ForestFiles {
  readonly model: Uint8Array;
  readonly compare: Uint8Array | null;
  readonly schema: string | null;
  readonly records: string | null;
  readonly properties: string;
}

/** What each row of a table comes to, asked in this process; throws where something is refused. */
export async function askForestTable(files: ForestFiles): Promise<ReturnType<RowTally['results']>> {
  const model = read(files.model);
  const compare = files.compare === null ? null : read(files.compare);
  const sheet = (text: string | null) => (text === null ? null : sheetOfText(text, ''));
  const opened = openTexts(model.forest, {
    schema: sheet(files.schema),
    records: sheet(files.records),
    properties: sheetOfText(files.properties, ''),
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusals));
  const lowered = lowerModels(model, compare, opened.texts.vocabulary);
  if (!lowered.ok) throw new Error(lowered.words.en);
  const audit = { ...opened.texts, model: lowered.model, compare: lowered.compare };
  const tally = new RowTally(audit);
  const budget = { nodes: 200_000, slice: 200_000, over: () => false, ...NO_CASES };
  await askCases(audit, casesOf(audit), engine, budget, {
    bounds: () => Promise.resolve(),
    failed: (_at, error) => {
      throw error;
    },
    case: (_at, result) => {
      tally.add(result);
      return Promise.resolve();
    },
  });
  return tally.results();
}

function read(bytes: Uint8Array) {
  const model = readForest(bytes);
  if (!model.ok) throw new Error('the model is not read');
  return model.model;
}
