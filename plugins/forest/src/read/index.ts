export { withOutput } from './onnx/with-scores.js';
export { PROBLEM_SLUGS, problemText } from './problem-texts.js';
export { type ModelRead, readModel, type ReadModelOptions } from './read-model.js';
export type { ReadPlace, ReadProblem, ReadProblemSlug } from './source/problems.js';
