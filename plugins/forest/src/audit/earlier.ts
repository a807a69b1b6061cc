/** What the next run takes from the `resume.json` of an earlier one. */
import { z } from 'zod';
import { type AuditBudget, caseKey } from './audit.js';
import { CaseState } from './case-state.js';
import type { RunDigests } from './digest.js';
import type { EnumeratedRecord, EnumerationCursor } from './enumerate.js';
import { readResumeFile } from './resume-file.js';

/** What an earlier audit settled, and what it left open. */
export type EarlierCases = Pick<AuditBudget, 'earlier'>;

/** Where nothing was begun. */
export const NO_CASES: EarlierCases = { earlier: new Map() };

/**
 * @param text of `resume.json`
 * @param run that is to go on
 * @throws ResumeMisfit
 */
export function readEarlierCases(text: string, run: RunDigests): EarlierCases {
  const states = readResumeFile(text, 'forest', run, CaseState);
  return { earlier: new Map(states.map((state) => [caseKey(state.row, state.record), state])) };
}

const Points = z.string().regex(/^\d{1,10000}$/);

const RecordMember = z.strictObject({
  record: z.string(),
  status: z.enum(['complete', 'partial', 'vacuous', 'input_error', 'unsupported', 'internal_error']),
  reason: z.strictObject({ en: z.string(), pt: z.string() }).nullable(),
  boxes: z.int().min(0),
  points: Points,
  region_points: Points,
  nearest: z.number().nullable(),
  complete_below: z.number().nullable(),
  nodes: z.int().min(0),
  open: z
    .strictObject({
      resume: z.base64(),
      nodes: z.int().min(0),
      boxes: z.int().min(0),
      points: Points,
      nearest: z.number().nullable(),
    })
    .nullable(),
});

/** What came of a record, without its boxes. */
export type RecordState = Omit<EnumeratedRecord, 'list' | 'open'>;

/** What an earlier enumeration came to, by record; `open`: where it is to go on, null where it is settled. */
export type EarlierRecords = ReadonlyMap<
  string,
  { readonly state: RecordState; readonly open: EnumerationCursor | null }
>;

/**
 * @param text of `resume.json`
 * @param run that is to go on
 * @throws ResumeMisfit
 */
export function readEarlierRecords(text: string, run: RunDigests): EarlierRecords {
  const states = readResumeFile(text, 'forest_enumeration', run, RecordMember);
  // What ended in an error of ours is asked again.
  const known = states.filter(({ status }) => status !== 'internal_error');
  return new Map(known.map(({ open, ...state }) => [state.record, { state, open }]));
}
