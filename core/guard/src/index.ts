export { labelFaults } from './request/labels.js';
export {
  preparePolicy,
  type PolicyFault,
  type PolicySource,
  type PolicyWarning,
  type PreparedPolicy,
  type PrepareOptions,
  type PrepareResult,
} from './prepare/prepare.js';
export { warningsOf } from './warnings/warnings.js';
export { digestOf, nameOf } from './digest/digest.js';
export { decide, decideOnce, EvaluatorsDisagree, interpretOnce } from './decide/decide.js';
export { reasonOf, VERDICT_SLUGS, type VerdictSlug } from './decide/detail.js';
export { unreadable } from './decide/readable.js';
export { isTooMuchWork, replaysFor, TOO_MUCH_WORK } from './decide/work.js';
export { constantsFor } from './explain/constants.js';
export { explain } from './explain/explain.js';
export type { Explanation, Flip } from './explain/types.js';
export { type Completeness, completenessOf } from './complete/completeness.js';
export { propertiesOf, type PropertyVerdict } from './complete/properties.js';
export { missingReads } from './decide/missing.js';
export { SolverLost } from './solver-lost.js';
export type { ActionInput, ContextInput, EventInput } from './request/inputs.js';
export { callOf, contextOf } from './request/to-evaluator.js';
export { actionOf, contextInputOf } from './request/from-evaluator.js';
export { type Ticket, ticketDigest, type TicketFault, ticketFault } from './ticket/ticket.js';
export { Boundaries, type MissingBoundary } from './table/boundaries.js';
export { Coverage, type RuleCoverage } from './table/coverage.js';
export { rowOfTest } from './tests/row-of-test.js';
export { type Trace, traceCall, type TracedRule, type TracedTest, type TruthWord } from './trace/trace.js';
export type { Language, Words } from './words.js';
