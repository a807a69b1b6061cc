export { compare, type Comparison } from '../diff/compare.js';
export { type NamedVerdict, type Verified, type VerifyOptions, verifyGraph } from './verify.js';
