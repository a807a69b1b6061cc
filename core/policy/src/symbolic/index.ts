export {
  analyseCompletions,
  COMPLETION_LIMITS,
  type CompletionLimits,
  type CompletionRequest,
  type CompletionResult,
  type CompletionWitness,
  type UnsettledAnswer,
} from './completions/analyse.js';
export type { UndecidedReason } from './evidence/reach.js';
export { analyseProperties, type Breach, type PropertyResult } from './properties/analyse.js';
export type { OpenPaths } from './world/openness.js';
export type { Replay } from './evidence/minimal.js';
export type { SmtAnswer, SmtContext, SmtModel, SmtOptions, SmtSolver, SmtStep, SmtVariable } from './solver.js';
export { type Cell, type CellRequest, type Cells, computeCells } from './automata/cells.js';
export { AUTOMATA_LIMITS, type AutomataLimits, type LimitReached } from './automata/dfa.js';
export type { Language } from './automata/language.js';
export { formatLanguage } from './strings/format-language.js';
export type { EncodedRule, Guarded, SymbolicAnswer } from './world/answer.js';
export type { ClosedWorld } from './world/closed.js';
export { World } from './world/world.js';
export type { Openness } from './encode/inputs.js';
export { ScriptWriter } from './smtlib.js';
