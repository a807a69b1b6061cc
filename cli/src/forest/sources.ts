import {
  type AskedAround,
  type Audit,
  lowerModels,
  openTexts,
  type ReadModel,
  readForest,
  type Refusal,
  type RunDigests,
  runDigests,
} from '@ostiary/forest/audit';
import { type Flaw, type Sheet, sheetOfText, TableBroken } from '@ostiary/forest/table';
import type { OptionSpec } from '../command.js';
import { readBytes, readText } from '../files/read.js';
import { showFault } from '../show/findings.js';
import type { Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';

/** What says what a model is audited by. */
export const FOREST_SOURCE_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'records',
    value: 'FILE',
    help: {
      en: 'the records for rows with @records, as CSV or JSON',
      pt: 'os registos para as linhas com @records, em CSV ou JSON',
    },
  },
  {
    name: 'schema',
    value: 'FILE',
    help: {
      en: 'the schema of the features, as CSV or JSON',
      pt: 'o esquema das características, em CSV ou JSON',
    },
  },
  {
    name: 'compare',
    value: 'MODEL',
    help: {
      en: 'the other version of the model, for same_as_model and drift',
      pt: 'a outra versão do modelo, para same_as_model e drift',
    },
  },
];

export interface ForestSources {
  readonly name: string;
  readonly audit: Audit;
  readonly compare: ReadModel | null;
  /** Of everything that is asked. */
  readonly run: (around: AskedAround | null) => RunDigests;
}

/** Names of files; of the model always, of the others where there are any. */
export interface ForestFiles {
  readonly model: string;
  readonly properties?: string | undefined;
  readonly records?: string | undefined;
  readonly schema?: string | undefined;
  readonly compare?: string | undefined;
}

/**
 * Reads a model and the texts that it is audited by.
 * @returns null when one of them cannot be used; then it was shown why
 */
export function readForestSources(files: ForestFiles, screen: Screen): ForestSources | null {
  const read = modelOf(files.model, screen);
  const compare = files.compare === undefined ? null : modelOf(files.compare, screen);
  const given = {
    schema: sheetOf(files.schema, screen),
    records: sheetOf(files.records, screen),
    properties: sheetOf(files.properties, screen),
  };
  const { schema, records, properties } = given;
  if (read === null || (files.compare !== undefined && compare === null)) return null;
  if (schema === 'broken' || records === 'broken' || properties === 'broken') return null;
  const opened = openTexts(read.forest, {
    schema: schema?.sheet ?? null,
    records: records?.sheet ?? null,
    properties: properties?.sheet ?? null,
  });
  if (!opened.ok) {
    for (const refusal of opened.refusals) showRefusal(refusal, files[refusal.part] ?? '', screen);
    return null;
  }
  const lowered = lowerModels(read, compare, opened.texts.vocabulary);
  if (!lowered.ok) throw new CommandError(lowered.words);
  const texts = {
    properties: properties?.text ?? null,
    schema: schema?.text ?? null,
    records: records?.text ?? null,
  };
  return {
    name: files.model,
    audit: { ...opened.texts, model: lowered.model, compare: lowered.compare },
    compare,
    run: (around) => runDigests({ model: read, compare, texts, around }),
  };
}

function modelOf(name: string, screen: Screen): ReadModel | null {
  const { name: shown, bytes } = readBytes(name);
  const read = readForest(bytes);
  if (read.ok) return read.model;
  for (const { slug, words } of read.problems) showFault(shown, 'error', words[screen.language], slug, screen);
  return null;
}

function sheetOf(
  name: string | undefined,
  screen: Screen,
): { readonly sheet: Sheet; readonly text: string } | null | 'broken' {
  if (name === undefined) return null;
  const { name: shown, text } = readText(name);
  try {
    return { sheet: sheetOfText(text, ''), text };
  } catch (error) {
    if (!(error instanceof TableBroken)) throw error;
    showFault(
      `${shown}${error.line === null ? '' : `:${error.line}`}`,
      'error',
      error.words[screen.language],
      error.slug,
      screen,
    );
    return 'broken';
  }
}

function showRefusal({ flaws }: Refusal, name: string, screen: Screen): void {
  for (const flaw of flaws) showFault(placeOf(flaw, name), 'error', flaw.words[screen.language], flaw.slug, screen);
}

/** `file:line:column`, or `file#pointer`. */
function placeOf({ line, at, pointer }: Flaw, name: string): string {
  if (pointer !== undefined) return `${name}#${pointer}`;
  return [name, line, at].filter((each) => each !== undefined).join(':');
}
