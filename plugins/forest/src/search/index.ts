export { askAll, askExists, askGreatest, askNearest } from './ask.js';
export { DamagedBytes } from './bytes.js';
export type {
  AllAnswer,
  Answer,
  Apart,
  Budget,
  Certificate,
  ColumnRegion,
  Derived,
  Distance,
  Form,
  GreatestAnswer,
  LinearBound,
  NearestAnswer,
  OneHot,
  Question,
  Region,
  SecondInput,
  Subject,
  Sum,
  Terms,
  ViolatingBox,
  ViolatingBoxes,
  Violation,
  Witness,
} from '../question/index.js';
export { bandDiffers, labelIs, labelIsNot, labelsDiffer, scoreDiffers } from './violations.js';
export { prepare, type Prepared } from './prepare.js';
export { Unanswerable, type WhyNot } from './unanswerable.js';
