import { defineSolver } from '@ostiary/plugin-api';

/** Of what verifies: another version may decide more. */
export const VERSION = '0.1.0';

/** Child processes that verify graphs: a large one takes seconds and some hundred MB, which the service's own thread has not. */
export const verifier = defineSolver({
  id: 'graph',
  entry: new URL('../worker.js', import.meta.url),
  memoryMb: 2_048,
  warm: 0,
  recycleAfter: 200,
  engine: { name: 'graph', version: VERSION },
});
