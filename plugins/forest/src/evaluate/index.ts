export {
  type Answer,
  evaluate,
  featuresOf,
  finished,
  inColumn,
  leafOf,
  outcomeOf,
  sumsOf,
  testHolds,
} from './evaluate.js';
export { expf } from './exp.js';
export { logistic } from './scores.js';
export { applyStep, featureOf, type Value } from './steps.js';
