import { readFile } from 'node:fs/promises';
import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { type FileRef, isFile, type OpenFile } from '@ostiary/policy-modes';
import {
  type AskedAround,
  type Audit,
  lowerModels,
  openTexts,
  readForest,
  type ReadModel,
  type Refusal,
  type RunDigests,
  runDigests,
} from '../audit/index.js';
import { type Sheet, sheetOfJson, sheetOfText, TableBroken } from '../table/index.js';
import type { EnumerationInput, ForestInput } from '../request/index.js';

/** What a request carries, read. */
export interface Loaded {
  readonly audit: Audit;
  readonly compare: ReadModel | null;
  /** What an enumeration asks; null for a table. */
  readonly around: AskedAround | null;
  /** Of everything that is asked. */
  readonly run: RunDigests;
}

type Carried = Pick<ForestInput, 'model' | 'schema'> &
  Partial<Pick<ForestInput, 'properties' | 'records' | 'compare_model'>>;

/**
 * Reads what a request carries: models, table, schema, records.
 * @throws ProblemError `invalid_request` with every place that is wrong
 */
export async function load(request: ForestInput | EnumerationInput, open: OpenFile): Promise<Loaded> {
  const { model: file, schema, records, properties, compare_model: other }: Carried = request;
  const model = await readModelFile(file, '/model', open);
  const compare = other === undefined ? null : await readModelFile(other, '/compare_model', open);
  const given = {
    schema: await sheetOf(schema, '/schema', open),
    records: await sheetOf(records, '/records', open),
    properties: await sheetOf(properties, '/properties', open),
  };
  const opened = openTexts(model.forest, {
    schema: given.schema?.sheet ?? null,
    records: given.records?.sheet ?? null,
    properties: given.properties?.sheet ?? null,
  });
  if (!opened.ok) throw refusedTexts(opened.refusals);
  const { texts } = opened;
  const lowered = lowerModels(model, compare, texts.vocabulary);
  if (!lowered.ok) throw invalid([{ pointer: '/compare_model', slug: 'compare_model_misfit', detail: lowered.words }]);
  const around = 'properties' in request ? null : aroundOf(request);
  const asGiven = {
    properties: given.properties?.text ?? null,
    schema: given.schema?.text ?? null,
    records: given.records?.text ?? null,
  };
  return {
    audit: { ...texts, model: lowered.model, compare: lowered.compare },
    compare,
    around,
    run: runDigests({ model, compare, texts: asGiven, around }),
  };
}

const aroundOf = ({ radius, vary, output, expect }: EnumerationInput): AskedAround => ({
  radius: radius ?? null,
  vary,
  output,
  expect,
});

async function readModelFile(
  file: FileRef | { readonly artifact_id: string },
  at: string,
  open: OpenFile,
): Promise<ReadModel> {
  const { path } = await open(file);
  const read = readForest(await readFile(await path()));
  if (read.ok) return read.model;
  throw invalid(read.problems.map(({ slug, words, place }) => ({ pointer: at, slug, detail: words, ...place })));
}

/** The table that a field holds: text of CSV, rows of JSON, or a file of either. */
async function sheetOf(
  source: ForestInput['records'],
  at: string,
  open: OpenFile,
): Promise<{ readonly sheet: Sheet; readonly text: string } | null> {
  if (source === undefined) return null;
  const value = isFile(source) ? await textOf(source, at, open) : source;
  try {
    if (typeof value !== 'string') return { sheet: sheetOfJson(value, at), text: JSON.stringify(value) };
    return { sheet: sheetOfText(value, at), text: value };
  } catch (error) {
    if (!(error instanceof TableBroken)) throw error;
    throw invalid([
      { pointer: at, slug: error.slug, detail: error.words, ...(error.line !== null && { line: error.line }) },
    ]);
  }
}

async function textOf(file: FileRef, at: string, open: OpenFile): Promise<string> {
  const { path } = await open(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(await path()));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const detail = { en: 'The file is not valid UTF-8.', pt: 'O ficheiro não é UTF-8 válido.' };
    throw invalid([{ pointer: at, slug: 'file_unreadable', detail }]);
  }
}

/** The most problems that one answer tells. */
const MOST = 100;

function refusedTexts(refusals: readonly Refusal[]): ProblemError {
  return invalid(
    refusals.flatMap(({ part, flaws }) =>
      flaws.map(({ slug, words, column, line, at, pointer }): ProblemItem => ({
        pointer: pointer ?? `/${part}`,
        slug,
        detail: words,
        ...(line !== undefined && { line }),
        ...(at !== undefined && { column: at }),
        ...(column !== null && { field: column }),
      })),
    ),
  );
}

const invalid = (errors: readonly ProblemItem[]): ProblemError =>
  new ProblemError('invalid_request', { errors: errors.slice(0, MOST) });
