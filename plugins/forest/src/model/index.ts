export {
  type Column,
  type Feature,
  type Forest,
  LEAF,
  type ModelSource,
  type Outcome,
  type PostTransform,
  type Step,
  type Summation,
  TEST,
  type Trees,
} from './forest.js';
