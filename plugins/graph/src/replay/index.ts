export { type Replayed, type ReplayOptions, replayPath } from './replay.js';
