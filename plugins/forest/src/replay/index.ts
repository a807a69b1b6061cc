export type { ReplayAnswer, Replayed, ReplayTask, RuntimeOutput } from './protocol.js';
export { compareReplay, fromBits, ReplayMismatch } from './check.js';
export { runtime } from './solver.js';
