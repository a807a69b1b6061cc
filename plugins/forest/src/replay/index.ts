export type { ReplayAnswer, Replayed, ReplayFailed, ReplayTask, RuntimeOutput } from './protocol.js';
export { checkServed, checkSums, ReplayMismatch } from './check.js';
export { compareOrders } from './orders.js';
export { runtime } from './solver.js';
