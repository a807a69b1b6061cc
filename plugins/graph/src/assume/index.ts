export { applyAssume, type Assumed, type AssumeResult } from './apply.js';
export { isMadeByAssume } from './without-edge.js';
