import type { GraphHunter } from '@ostiary/hunt/service';
import { verifier } from '../mode/solver.js';

/** What projects are told of what hunts graphs here. */
export class GraphVerifier implements GraphHunter {
  readonly engine = `${verifier.engine.name} ${verifier.engine.version}`;
}
