export {
  analyseCompletions,
  COMPLETION_LIMITS,
  type CompletionLimits,
  type CompletionRequest,
  type CompletionResult,
  type CompletionWitness,
  EncodingDisagreement,
} from './completions/analyse.js';
export type { UndecidedReason } from './completions/reach.js';
export { analyseProperty, PropertyDisagreement, type PropertyResult } from './properties/analyse.js';
export type { OpenPaths } from './completions/openness.js';
export type { Replay } from './completions/minimal.js';
export type { SmtAnswer, SmtContext, SmtModel, SmtOptions, SmtSolver, SmtStep, SmtVariable } from './solver.js';
export { type Cell, type CellRequest, type Cells, computeCells } from './automata/cells.js';
export { AUTOMATA_LIMITS, type AutomataLimits, type LimitReached } from './automata/dfa.js';
export type { Language } from './automata/language.js';
export { formatLanguage } from './strings/format-language.js';
export { type EncodedAnswer, type EncodedRule, encodeAnswer } from './encode/answer.js';
export type { Openness } from './encode/inputs.js';
export { ScriptWriter } from './smtlib.js';
