export { readNative } from './native/read-native.js';
export { graphSchema } from './native/graph-shape.js';
export type { ReadOptions } from './source/options.js';
export { ASSUMPTIONS, type AssumptionCode } from './source/assumptions.js';
export type { ReadProblemSlug } from './source/problems.js';
