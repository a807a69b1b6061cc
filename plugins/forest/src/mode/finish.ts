import type { SolveContext } from '@ostiary/plugin-api';
import { type AnswerPlane, type Audit, planeOf, RowTally, type RowResult } from '../audit/index.js';
import { VERDICTS } from '../judge/index.js';
import {
  auditJson,
  type ForestReport,
  reportedModel,
  reportHtml,
  reportJunit,
  reportMarkdown,
} from '../report/index.js';
import { type ForestInput, type ForestOutput, ForestResult } from '../request/index.js';
import type { PartState } from './ask.js';
import type { Loaded } from './load.js';
import { VERSION } from './solver.js';

const REPORTS = [
  { kind: 'report', name: 'forest.html', mediaType: 'text/html; charset=utf-8', text: reportHtml },
  { kind: 'junit', name: 'forest.xml', mediaType: 'application/xml', text: reportJunit },
  { kind: 'markdown', name: 'forest.md', mediaType: 'text/markdown; charset=utf-8', text: reportMarkdown },
] as const;

/** Kinds of the files that are made of all questions together. */
export const REPORT_KINDS = REPORTS.map(({ kind }) => kind);

/** What all parts of a job come to: its reports and its answer. */
export async function finish(
  request: ForestInput,
  loaded: Loaded,
  states: readonly PartState[],
  ctx: Pick<SolveContext, 'artefact'>,
): Promise<ForestOutput> {
  const report = reportOf(request, loaded, states);
  for (const { text, ...options } of REPORTS) {
    const file = await ctx.artefact(options);
    await file.write(text(report));
    await file.close();
  }
  return ForestResult.parse(auditJson(report));
}

function reportOf(
  { language = 'en' }: ForestInput,
  { audit, compare }: Loaded,
  states: readonly PartState[],
): ForestReport {
  const tally = new RowTally(audit);
  for (const { tallies } of states) tally.merge(tallies);
  const rows = tally.results();
  const counts = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length]),
  ) as ForestReport['counts'];
  return {
    name: audit.model.forest.source.producer ?? audit.model.forest.source.format,
    rows,
    counts,
    planes: planesOf(audit, rows),
    model: reportedModel(audit.model),
    compare: compare === null ? null : reportedModel(compare),
    records: audit.records.length,
    runtime: states.find(({ runtime }) => runtime !== null)?.runtime ?? null,
    version: VERSION,
    open: states.reduce((sum, { open }) => sum + open, 0),
    language,
  };
}

/** Pictures in a report, at most: each asks the model some thousand times. */
const PICTURES = 30;

function planesOf(audit: Audit, rows: readonly RowResult[]): ReadonlyMap<number, AnswerPlane> {
  const planes = new Map<number, AnswerPlane>();
  for (const [at, row] of rows.entries()) {
    if (planes.size >= PICTURES) break;
    const plane = row.verdict === 'violated' ? planeOf(audit, row) : null;
    if (plane !== null) planes.set(at, plane);
  }
  return planes;
}
