export { type Case, type JudgedModel } from './case.js';
export { type Allowance, ANY, Asker, type Bounds, type Engine, type Open, withinOf } from './engine.js';
export { judge } from './kinds.js';
export { type Finish, type Finished, measureOf } from './measure.js';
export { type Judged, type Proof, type Verdict, VERDICTS } from './verdict.js';
export { placeOf } from './space.js';
export { type Surround, surround } from './surround.js';
export { unsupportedBecause } from './unsupported.js';
