export { withOutput } from './onnx/with-scores.js';
export { problemText } from './problem-texts.js';
export { type ModelRead, readModel, type ReadModelOptions } from './read-model.js';
export type { ReadPlace, ReadProblem, ReadProblemSlug } from './source/problems.js';
