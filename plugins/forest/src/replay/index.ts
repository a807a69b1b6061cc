export type { ReplayAnswer, Replayed, ReplayTask, RuntimeOutput } from './protocol.js';
export { compareReplay, fromBits } from './check.js';
export { runtime } from './solver.js';
