export * from './syntax/ast.js';
export * from './core/ir.js';
export * from './core/effect.js';
export * from './values/index.js';
export * from './evaluate/types.js';
export { compilePolicy } from './evaluate/compile.js';
export type { ReadyPolicy } from './evaluate/ready-policy.js';
export { variantFor } from './evaluate/compile/tool-plan.js';
export { type Place, placesRead, valuesRead } from './evaluate/places-read.js';
export { readPath } from './evaluate/paths.js';
export { interpretPolicy } from './evaluate/interpret.js';
export { workOf } from './evaluate/work.js';
export { openHistory } from './evaluate/history/store.js';
export { exprType } from './core/expr-type.js';
export { childrenOf } from './core/walk.js';
export * from './diagnostics/diagnostic.js';
export * from './check/environment.js';
export * from './text/glob.js';
export * from './text/regex.js';
export { type CodePointRange, complement, normaliseRanges } from './text/regex-class.js';
export type { RegexFault } from './text/regex-error.js';
export { parsePolicy, type ParseOptions, type ParseResult } from './syntax/parser.js';
export { printPolicy } from './syntax/print/printer.js';
export { DEFAULT_LIMITS, type Limits } from './text/limits.js';
export { type Position, SourceText } from './text/source.js';
export { renderDiagnostic } from './diagnostics/render.js';
export { DIAGNOSTICS, type DiagnosticCode } from './diagnostics/table.js';
export { checkPolicy, type CheckOptions, type CheckResult } from './check/check.js';
export { loadPolicy, type LoadOptions, type LoadResult } from './check/load.js';
export {
  analyseCompletions,
  COMPLETION_LIMITS,
  type CompletionLimits,
  type CompletionRequest,
  type CompletionResult,
  type CompletionWitness,
  EncodingDisagreement,
} from './symbolic/completions/analyse.js';
export type { UndecidedReason } from './symbolic/completions/reach.js';
export { analyseProperty, PropertyDisagreement, type PropertyResult } from './symbolic/properties/analyse.js';
export type { OpenPaths } from './symbolic/completions/openness.js';
export type { Replay } from './symbolic/completions/minimal.js';
export type { SmtAnswer, SmtModel, SmtOptions, SmtScript, SmtSolver, SmtVariable } from './symbolic/solver.js';
export * from './service/index.js';
export { type Cell, type CellRequest, type Cells, computeCells } from './symbolic/automata/cells.js';
export { AUTOMATA_LIMITS, type AutomataLimits, type LimitReached } from './symbolic/automata/dfa.js';
export type { Language } from './symbolic/automata/language.js';
export { formatLanguage } from './symbolic/strings/format-language.js';
export { type EncodedAnswer, type EncodedRule, encodeAnswer } from './symbolic/encode/answer.js';
export type { Openness } from './symbolic/encode/inputs.js';
export { toSmtLib } from './symbolic/smtlib.js';
