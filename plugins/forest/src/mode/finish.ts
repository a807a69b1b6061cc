import type { SolveContext } from '@ostiary/plugin-api';
import { RowTally } from '../audit/index.js';
import { auditJson, reportHtml, reportJunit, reportMarkdown, reportOf } from '../report/index.js';
import { type ForestInput, type ForestOutput, ForestResult } from '../request/index.js';
import type { PartState } from './ask.js';
import type { Loaded } from './load.js';

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
  const tally = new RowTally(loaded.audit);
  for (const { tallies } of states) tally.merge(tallies);
  const report = reportOf(loaded.audit, loaded.compare, tally.results(), {
    language: request.language ?? 'en',
    runtime: states.find(({ runtime }) => runtime !== null)?.runtime ?? null,
    open: states.reduce((sum, { open }) => sum + open, 0),
  });
  for (const { text, ...options } of REPORTS) {
    const file = await ctx.artefact(options);
    await file.write(text(report));
    await file.close();
  }
  return ForestResult.parse(auditJson(report));
}
