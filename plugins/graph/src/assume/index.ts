export { applyAssume, type Assumed, type AssumeResult } from './apply.js';
