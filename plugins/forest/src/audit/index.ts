export { type Audit, type AuditBudget, askCases, type CaseAt, caseKey, casesOf, type Listener } from './audit.js';
export type { LoweredModel, ReadModel, Scored } from './model.js';
export type {
  CaseResult,
  Certified,
  LeftOpen,
  Replay,
  RowResult,
  ShownBounds,
  ShownInput,
  ShownValue,
  Witness,
} from './result.js';
export { type Opened, openTexts, type Part, type Refusal, type Sheets } from './open.js';
export { nameText } from './shown.js';
export { failed } from './told.js';
export { lowerModels } from './lower-models.js';
export { readForest } from './read-forest.js';
export { type GroupGaps, type GroupMove, groupsOf } from './groups.js';
export { type AnswerPlane, planeOf, type PlaneAxis } from './plane.js';
export { RowTally, type TallyState } from './rows.js';
export { VERSION } from './version.js';
export { engine } from './engine.js';
export { type CertificateLine, checkAudit, type CheckedProof } from './check-audit.js';
export type { Box, Boxes, BoxSide } from './box.js';
export { enumerate, type EnumerationBudget, NOTHING_MORE, unbegunRecord } from './enumerate.js';
export { type EnumeratedRecord, isLeftOpen, type RecordState } from './record.js';
export { recordMember } from './record-state.js';
export { type Unexpected, unexpectedIn, unexpectedOf, type UnexpectedRecord } from './unexpected.js';
export { quotient, weightShare } from './weights.js';
export { asExpected, type RecordFacts, recordFacts } from './record-facts.js';
export { type Portrait, portraitOf, type PortraitPlane, type PortraitSide } from './portrait.js';
export { type AroundFlaw, readAround } from './asked-around.js';
export { type AskedAround, type RunDigests, runDigests } from './digest.js';
export { CaseState, caseState } from './case-state.js';
export { RESUME_END, type ResumableMode, resumeHead, ResumeMembers, ResumeMisfit } from './resume-file.js';
export { type EarlierCases, type EarlierRecords, NO_CASES, readEarlierCases, readEarlierRecords } from './earlier.js';
