import { VERDICTS } from '../judge/index.js';
import {
  type AnswerPlane,
  type Audit,
  type GroupGaps,
  groupsOf,
  planeOf,
  type ReadModel,
  type RowResult,
  unexpectedIn,
  VERSION,
} from '../audit/index.js';
import { type ForestReport, reportedModel, unnamedModel } from './input.js';

/** Pictures in a report, at most: each asks the model some thousand times. */
const PICTURES = 30;

/** All that reports are made of, from what each row came to. */
export function reportOf(
  audit: Audit,
  compare: ReadModel | null,
  rows: readonly RowResult[],
  told: Pick<ForestReport, 'language' | 'runtime' | 'open'> & { readonly name?: string },
): ForestReport {
  const counts = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length]),
  ) as ForestReport['counts'];
  const model = reportedModel(audit.model);
  return {
    name: unnamedModel(model, told.language),
    ...told,
    rows,
    counts,
    planes: planesOf(audit, rows),
    groups: groupsOfRows(audit, rows),
    model,
    compare: compare === null ? null : reportedModel(compare),
    records: audit.records.length,
    unexpected: unexpectedIn(audit),
    version: VERSION,
  };
}

function planesOf(audit: Audit, rows: readonly RowResult[]): ReadonlyMap<number, AnswerPlane> {
  const planes = new Map<number, AnswerPlane>();
  for (const [at, row] of rows.entries()) {
    if (planes.size >= PICTURES) break;
    const plane = row.verdict === 'violated' ? planeOf(audit, row) : null;
    if (plane !== null) planes.set(at, plane);
  }
  return planes;
}

function groupsOfRows(audit: Audit, rows: readonly RowResult[]): ReadonlyMap<number, GroupGaps> {
  const found = new Map<number, GroupGaps>();
  if (audit.records.length === 0) return found;
  for (const at of rows.keys()) {
    if (found.size >= PICTURES) break;
    const groups = groupsOf(audit, at);
    if (groups !== null) found.set(at, groups);
  }
  return found;
}
