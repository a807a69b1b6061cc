import { defineSolver } from '@ostiary/plugin-api';
import { VERSION } from '../audit/index.js';

/** Child processes that audit models: none of a model's bytes pass through the service's own thread. */
export const auditor = defineSolver({
  id: 'forest',
  entry: new URL('../worker.js', import.meta.url),
  memoryMb: 4_096,
  warm: 0,
  recycleAfter: 200,
  engine: { name: 'forest', version: VERSION },
});
