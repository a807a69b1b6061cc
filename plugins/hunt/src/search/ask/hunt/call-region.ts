import type { CorePolicy } from '@ostiary/policy';
import type { AnswerTerms, BoolTerm, CallQuestions } from '@ostiary/policy/symbolic';

/** Where a call is answered: questions about one tool, and what the policy answers as it stands. */
export interface AskedOfTool {
  readonly questions: CallQuestions;
  readonly answer: AnswerTerms;
}

/** The calls that a finding is about. A repair of it may answer these otherwise, and no others. */
export interface CallRegion {
  readonly tools: readonly string[];
  /** Policies whose answers `where` asks for besides. */
  readonly others?: readonly CorePolicy[];
  /** Which calls of the tools; all unless given. */
  readonly where?: (asked: AskedOfTool) => BoolTerm;
  /** Whether they may be answered milder, too. */
  readonly milder: boolean;
}

/** Of a finding whose repair changes no answer. */
export const NO_CALLS: CallRegion = { tools: [], milder: false };
