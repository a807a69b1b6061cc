export type { ReplayAnswer, Replayed, ReplayTask, RuntimeOutput } from './protocol.js';
export { checkServed, checkSums, fromBits } from './check.js';
export { compareOrders } from './orders.js';
export { runtime } from './solver.js';
