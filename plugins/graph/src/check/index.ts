export type { Certificate } from './certificate.js';
export { checkGraph, type CheckOptions, type CheckResult } from './check.js';
export type { Coverage } from './coverage.js';
export { deriveRules } from './derive.js';
export { verifyCertificate } from './verify.js';
