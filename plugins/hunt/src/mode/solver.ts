import { defineSolver } from '@ostiary/plugin-api';
import { z3 } from '@ostiary/smt';

/** Of what hunts: another version may find other bugs in the same policy. */
export const VERSION = '0.1.0';

const ENGINE = { name: 'hunt', version: VERSION } as const;

/** As scans tell it. */
export const ENGINE_NAME = `${ENGINE.name} ${ENGINE.version}, ${z3.engine.name} ${z3.engine.version}`;

/** Child processes that hunt, each with a z3 of its own: the thousands of questions of a hunt cross no process. */
export const hunter = defineSolver({
  id: 'hunt',
  entry: new URL('../worker.js', import.meta.url),
  memoryMb: 2_048,
  warm: 0,
  recycleAfter: 1_000,
  engine: ENGINE,
});
