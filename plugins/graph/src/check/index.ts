export type { Certificate } from './certificate.js';
export { checkGraph, type CheckOptions, type CheckResult, type Coverage } from './check.js';
export { deriveRules } from './derive.js';
