export { replayPath } from './replay-path.js';
export type { Replayed, ReplayOptions } from './replay.js';
