import { defineSolver } from '@ostiary/plugin-api';

/** Work that would hold up others runs in a process of its own. */
export const median = defineSolver({
  id: 'prices-median',
  entry: new URL('./median-worker.js', import.meta.url),
  memoryMb: 256,
  warm: 1,
  recycleAfter: 1_000,
  engine: { name: 'median', version: '1.0.0' },
});
