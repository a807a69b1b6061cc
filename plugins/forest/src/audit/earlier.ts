/** What the next run takes from the `resume.json` of an earlier one. */
import { type AuditBudget, caseKey } from './audit.js';
import { CaseState } from './case-state.js';
import type { RunDigests } from './digest.js';
import { type EarlierRecord, earlierRecord, RecordMember } from './record-state.js';
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

/** By record. */
export type EarlierRecords = ReadonlyMap<string, EarlierRecord>;

/**
 * @param text of `resume.json`
 * @param run that is to go on
 * @throws ResumeMisfit
 */
export function readEarlierRecords(text: string, run: RunDigests): EarlierRecords {
  const members = readResumeFile(text, 'forest_enumeration', run, RecordMember);
  return new Map(members.map((member) => [member.record, earlierRecord(member)]));
}
