export { type Certificate, deriveRules, verifyProof } from '../check/index.js';
export { compare, type Comparison } from '../diff/compare.js';
export type { NamedHygiene } from './hygiene.js';
export { lineOf, readCertificate } from './certificates.js';
export {
  type NamedVerdict,
  type Verified,
  type VerifyOptions,
  verifyGraph,
  verifying,
  type VerifyStep,
} from './verify.js';
export { type Difference, whatIf } from './what-if.js';
export { type ProposedRole, STATED_CODES, type StatedCode, statedRules } from './stated.js';
export { type Proposals, proposalsOf } from './unclassified.js';
export { applyAssume, type Assumed, type AssumeResult } from '../assume/index.js';
export { coverTraces, lackingAssumption, readTraces, type TraceCoverage } from '../traces/index.js';
