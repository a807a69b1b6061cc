import { ProblemError, type SolveContext } from '@ostiary/plugin-api';
import {
  type EarlierRecords,
  enumerate,
  type EnumeratedRecord,
  isLeftOpen,
  NOTHING_MORE,
  type Portrait,
  portraitOf,
  readAround,
  recordFacts,
  recordMember,
  unbegunRecord,
  VERSION,
} from '../audit/index.js';
import {
  BOX_COLUMNS,
  boxesHtml,
  boxText,
  csvLine,
  jsonLine,
  type ReportedModel,
  summaryCells,
  summaryColumns,
  type ToldRecord,
  unnamedModel,
} from '../report/index.js';
import type { EnumerationInput } from '../request/index.js';
import type { Property } from '../table/index.js';
import type { Turn } from './ask.js';
import type { Loaded } from './load.js';
import { ResumeFile } from './resume.js';
import { TextFile } from './text-file.js';

/** What an enumeration writes beside its page; the parts of a job stand behind each other. */
export const SURROUND_FILES = [
  { kind: 'boxes', name: 'boxes.csv', mediaType: 'text/csv; charset=utf-8' },
  { kind: 'summary', name: 'summary.csv', mediaType: 'text/csv; charset=utf-8' },
  { kind: 'jsonl', name: 'records.jsonl', mediaType: 'application/jsonl' },
] as const;

/** What some of the records of a job came to, as data; their boxes are in the files. */
export type SurroundState = readonly ToldRecord[];

/** And what the page shows of the nearest of them. */
export interface SurroundPart {
  readonly states: SurroundState;
  readonly portraits: readonly Portrait[];
  /** Records that were left open. */
  readonly open: number;
}

/** Records of a part that the page may show: it shows fifty of all. */
const PORTRAITS = 20;

/**
 * What is asked of each record.
 * @throws ProblemError `invalid_request` with the field that is wrong
 */
export function propertyOf({ audit, around }: Pick<Loaded, 'audit' | 'around'>): Property {
  if (around === null) throw new TypeError('an enumeration asks around records');
  const read = readAround(around, audit);
  if (read.ok) return read.property;
  const errors = read.flaws.map(({ field, flaw: { slug, words } }) => ({
    pointer: `/${field ?? 'records'}`,
    slug,
    detail: words,
  }));
  throw new ProblemError('invalid_request', { errors });
}

/** Enumerates around some of the records of a request, and writes all their boxes, those of earlier jobs among them. What was settled before is not asked again. */
export async function surroundPart(
  request: EnumerationInput,
  loaded: Loaded,
  stretch: { readonly from: number; readonly to: number },
  earlier: EarlierRecords,
  ctx: Pick<SolveContext, 'artefact' | 'progress'>,
  { place, begun: started }: Turn,
): Promise<SurroundPart> {
  const { audit, run } = loaded;
  const property = propertyOf(loaded);
  const { language = 'en', options } = request;
  const over = (): boolean => performance.now() - started >= (options.seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const [boxes, summary, lines] = await filesOf(ctx);
  const resume = await ResumeFile.begin(ctx, place === 'whole' ? { mode: 'forest_enumeration', run } : null);
  if (place !== 'later') {
    await boxes.write(csvLine(BOX_COLUMNS));
    await summary.write(csvLine(summaryColumns(audit.records)));
  }
  const records = audit.records.slice(stretch.from, stretch.to);
  const states: ToldRecord[] = [];
  const portraits: { readonly portrait: Portrait; readonly nearest: number }[] = [];
  let open = 0;
  for (const [at, record] of records.entries()) {
    const before = earlier.get(record.id) ?? null;
    const isOver = over();
    const found: EnumeratedRecord =
      isOver && before === null && record.flaws.length === 0
        ? unbegunRecord(record.id)
        : enumerate(audit, property, record, isOver ? NOTHING_MORE : options, before);
    const { list, kept: _kept, ...own } = found;
    const state = { ...own, ...recordFacts(audit, record, own) };
    let number = 0;
    for (const box of list) await boxes.write(boxText(record.id, box, (number += 1)));
    await summary.write(csvLine(summaryCells(state, language)));
    await lines.write(jsonLine(state));
    await resume.add(recordMember(found));
    if (isLeftOpen(found)) open += 1;
    states.push(state);
    const portrait = portraitOf(audit, record, found);
    if (portrait !== null) {
      portraits.push({ portrait, nearest: state.nearest ?? Number.POSITIVE_INFINITY });
      portraits.sort((one, other) => one.nearest - other.nearest);
      portraits.splice(PORTRAITS);
    }
    ctx.progress({ phase: 'records', done: at + 1, total: records.length, unit: 'records' });
  }
  for (const file of [boxes, summary, lines]) await file.close();
  await resume.close(open);
  return { states, portraits: portraits.map(({ portrait }) => portrait), open };
}

async function filesOf(ctx: Pick<SolveContext, 'artefact'>): Promise<[TextFile, TextFile, TextFile]> {
  const [boxes, summary, jsonl] = SURROUND_FILES;
  return [await TextFile.begin(ctx, boxes), await TextFile.begin(ctx, summary), await TextFile.begin(ctx, jsonl)];
}

/** The page of a whole job. */
export const PAGE_FILE = { kind: 'report', name: 'boxes.html', mediaType: 'text/html; charset=utf-8' } as const;

/** Writes the page that all parts of a job make together. */
export async function writePage(
  { language = 'en', radius, vary, output, expect }: EnumerationInput,
  model: ReportedModel,
  { states, portraits }: SurroundPart,
  ctx: Pick<SolveContext, 'artefact'>,
): Promise<void> {
  const name = unnamedModel(model, language);
  const asked = { radius: radius ?? null, vary, output, expect };
  const file = await ctx.artefact(PAGE_FILE);
  await file.write(boxesHtml({ name, model, asked, records: states, portraits, version: VERSION, language }));
  await file.close();
}
