import { readFile } from 'node:fs/promises';
import { type ArtefactWriter, ProblemError, type SolveContext } from '@ostiary/plugin-api';
import { z } from 'zod';
import { type EnumeratedRecord, enumerate, type EnumerationCursor } from '../audit/index.js';
import { BOX_COLUMNS, boxLines, csvLine, jsonLine, SUMMARY_COLUMNS, summaryCells } from '../report/index.js';
import type { EnumerationInput } from '../request/index.js';
import { type Property, readTable, sheetOfJson, type Words } from '../table/index.js';
import type { Loaded } from './load.js';

/** What an enumeration writes; the parts of a job stand behind each other. */
export const SURROUND_FILES = [
  { kind: 'boxes', name: 'boxes.csv', mediaType: 'text/csv; charset=utf-8' },
  { kind: 'summary', name: 'summary.csv', mediaType: 'text/csv; charset=utf-8' },
  { kind: 'jsonl', name: 'records.jsonl', mediaType: 'application/jsonl' },
] as const;

/** What some of the records of a job came to, as data; their boxes are in the files. */
export type SurroundState = readonly Omit<EnumeratedRecord, 'list' | 'open'>[];

const REQUESTED = { radius: 'epsilon', vary: 'vary', output: 'output', expect: 'expect' } as const;

/**
 * The request as a row of a table that is asked of each record.
 * @throws ProblemError `invalid_request` with the field that is wrong
 */
export function propertyOf(
  { radius, vary, output, expect }: EnumerationInput,
  { audit }: Pick<Loaded, 'audit'>,
): Property {
  const cells = { kind: 'robust', where: '@records', epsilon: radius ?? '*=0', vary, output, expect };
  const [row] = readTable(sheetOfJson([cells], ''), audit.vocabulary);
  if (row === undefined) throw new TypeError('a table of one row has a row');
  if (row.property !== null) return row.property;
  const fields = new Map<string, string>(Object.entries(REQUESTED).map(([field, column]) => [column, field]));
  const errors = row.flaws.map(({ slug, words, column }) => ({
    pointer: `/${fields.get(column ?? '') ?? 'records'}`,
    slug,
    detail: words,
  }));
  throw new ProblemError('invalid_request', { errors });
}

/** A line of `records.jsonl`. */
const Line = z.strictObject({
  run: z.string(),
  record: z.string(),
  status: z.enum(['complete', 'partial', 'vacuous', 'input_error', 'unsupported']),
  reason: z.strictObject({ en: z.string(), pt: z.string() }).nullable(),
  boxes: z.int().min(0),
  points: z.string().regex(/^\d{1,10000}$/),
  region_points: z.string().regex(/^\d{1,10000}$/),
  nearest: z.number().nullable(),
  complete_below: z.number().nullable(),
  nodes: z.int().min(0),
  open: z
    .strictObject({
      resume: z.string(),
      nodes: z.int().min(0),
      boxes: z.int().min(0),
      points: z.string().regex(/^\d{1,10000}$/),
    })
    .nullable(),
});

/** What an earlier job came to, by record: its line, and where it is to go on; null where it is settled. */
export type Earlier = ReadonlyMap<
  string,
  { readonly line: string; readonly state: SurroundState[number]; readonly open: EnumerationCursor | null }
>;

/**
 * Reads what an earlier job left.
 * @throws ProblemError when it is not of the same inputs
 */
export async function readEarlier(
  file: EnumerationInput['resume'],
  digest: string,
  open: SolveContext['input'],
): Promise<Earlier> {
  const earlier = new Map<string, { line: string; state: SurroundState[number]; open: EnumerationCursor | null }>();
  if (file === undefined) return earlier;
  const { path } = await open(file);
  for (const text of (await readFile(await path(), 'utf8')).split('\n').filter((each) => each !== '')) {
    const line = Line.safeParse(jsonOf(text));
    if (!line.success)
      throw misfit('It is no artefact `jsonl` of this mode.', 'Não é um artefacto `jsonl` deste modo.');
    if (line.data.run !== digest) throw misfit('It is of other inputs.', 'É de outras entradas.');
    const { run: _run, open: left, ...state } = line.data;
    earlier.set(state.record, { line: text, state, open: left });
  }
  return earlier;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const misfit = (en: string, pt: string): ProblemError => {
  const detail: Words = { en, pt };
  return new ProblemError('invalid_request', { errors: [{ pointer: '/resume', slug: 'resume_misfit', detail }] });
};

/** Enumerates around some of the records of a request, and writes their boxes. What was settled before is not asked again. */
export async function surroundPart(
  request: EnumerationInput,
  { audit, digest }: Loaded,
  stretch: { readonly from: number; readonly to: number },
  earlier: Earlier,
  ctx: Pick<SolveContext, 'artefact' | 'progress'>,
): Promise<SurroundState> {
  const property = propertyOf(request, { audit });
  const { language = 'en', options } = request;
  const [boxes, summary, lines] = await writersOf(ctx);
  if (stretch.from === 0) {
    await boxes.write(csvLine(BOX_COLUMNS));
    await summary.write(csvLine(SUMMARY_COLUMNS));
  }
  const records = audit.records.slice(stretch.from, stretch.to);
  const states: Omit<EnumeratedRecord, 'list' | 'open'>[] = [];
  for (const [at, record] of records.entries()) {
    const before = earlier.get(record.id) ?? null;
    if (before !== null && before.open === null) {
      await lines.write(`${before.line}\n`);
      states.push(before.state);
      continue;
    }
    const { list, open, ...state } = enumerate(audit, property, record, options, before?.open ?? null);
    const first = (before?.open?.boxes ?? 0) + 1;
    await boxes.write(list.flatMap((box, own) => boxLines(record.id, box, first + own).map(csvLine)).join(''));
    await summary.write(csvLine(summaryCells({ ...state, list, open }, language)));
    await lines.write(jsonLine({ run: digest, ...state, open }));
    states.push(state);
    ctx.progress({ phase: 'records', done: at + 1, total: records.length, unit: 'records' });
  }
  for (const writer of [boxes, summary, lines]) await writer.close();
  return states;
}

async function writersOf(
  ctx: Pick<SolveContext, 'artefact'>,
): Promise<[ArtefactWriter, ArtefactWriter, ArtefactWriter]> {
  const [boxes, summary, jsonl] = SURROUND_FILES;
  return [await ctx.artefact(boxes), await ctx.artefact(summary), await ctx.artefact(jsonl)];
}
