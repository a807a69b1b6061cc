export { type EnumerationInput, EnumerationRequest, type ForestInput, ForestRequest } from './request.js';
export {
  EnumerationResult,
  type EnumerationOutput,
  FoundViolation,
  ForestResult,
  type ForestOutput,
  RowBounds,
} from './result.js';
