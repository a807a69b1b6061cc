export { monotoneTests } from './comparisons.js';
export { Line } from './line.js';
export { PLAUSIBLE, plausibleValues } from './plausible.js';
export { changesAlong, firstOther } from './points.js';
export { type Threshold, thresholdsOf } from './thresholds.js';
