export { analyseCompletions } from './completions/analyse.js';
export type { CompletionRequest, CompletionResult, CompletionWitness, UnsettledAnswer } from './completions/result.js';
export { type Grid, gridOf } from '../breaks/grid.js';
export { callableTools, type CallableTools } from './callable-tools.js';
export { ANALYSIS_LIMITS, type AnalysisLimits } from './limits.js';
export { type NeverDecides, neverDecides } from './never-decides/analyse.js';
export type { Coverage } from './never-decides/coverage.js';
export { coverageOf } from './never-decides/of-tool.js';
export type { UndecidedReason } from './world/reach.js';
export { analyseProperties, type PropertyResult } from './properties/analyse.js';
export { StatementReplay } from './properties/replay.js';
export type { Breach } from './properties/tool.js';
export type { OpenPaths } from './world/openness.js';
export type { Replay } from './evidence/minimal.js';
export type { SmtAnswer, SmtContext, SmtModel, SmtOptions, SmtSolver, SmtStep, SmtVariable } from './solver.js';
export { type Cell, type CellRequest, type Cells, computeCells } from './automata/cells.js';
export { AUTOMATA_LIMITS, type AutomataLimits, type LimitReached } from './automata/dfa.js';
export type { Language } from './automata/language.js';
export { shortestWord } from './automata/shortest-word.js';
export { formatLanguage } from './strings/format-language.js';
export type { EncodedRule, Guarded, SymbolicAnswer } from './world/answer.js';
export type { ClosedWorld } from './world/closed.js';
export type { SessionOptions, SymbolicSession } from './world/session.js';
export type { SymbolicStep } from './world/step.js';
export { World } from './world/world.js';
export type { Openness } from './encode/inputs.js';
export { type Claim, Contradicted, Recheck } from './find/recheck.js';
export { ScriptWriter } from './smtlib.js';
export { ANY_VALUE, type ChangedAttributes, type VariedCall, type Variation } from './world/varied-call.js';
export { AnswerTerms, type RuleTerms } from './questions/answer-terms.js';
export {
  CallQuestions,
  type Asker,
  type Drafts,
  type Exists,
  type Found,
  type QuestionOptions,
} from './questions/call-questions.js';
export { type Draft, withValue } from './evidence/draft.js';
export type { BoolTerm } from './terms/term.js';
export {
  type Invariant,
  type SessionFound,
  type SessionQuestionOptions,
  SessionQuestions,
} from './questions/session-questions.js';
export type { Ending, PlayedStep, SessionStep } from './evidence/play.js';
export type { AgentSession, AgentSessionOptions, Caller } from './world/agent-session.js';
export type { AgentStep } from './world/agent-step.js';
export { conditionsOfHistory } from './world/history-of.js';
