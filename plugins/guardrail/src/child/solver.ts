import { defineSolver } from '@ostiary/plugin-api';

/** Child processes for requests whose policy would hold up the others; started when the first comes. */
export const decider = defineSolver({
  id: 'guardrail',
  entry: new URL('../worker.js', import.meta.url),
  memoryMb: 1_024,
  warm: 0,
  recycleAfter: 10_000,
  engine: { name: 'guardrail', version: '0.1.0' },
});
