import { serveSolver } from '@ostiary/plugin-api/solver-worker';
import { answering } from './answering.js';
import { openZ3 } from './open-z3.js';

serveSolver(answering(await openZ3()));
