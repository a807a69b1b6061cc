import type { TypeEnvironment } from '../check/environment.js';
import type { CorePolicy } from '../core/ir.js';
import type { PolicyTree } from '../syntax/ast.js';
import type { Decider } from './types.js';

/** A policy in all its forms, for both evaluators: as `loadPolicy` gives it, and compiled. */
export interface ReadyPolicy {
  readonly core: CorePolicy;
  readonly tree: PolicyTree;
  readonly environment: TypeEnvironment;
  readonly decider: Decider;
}
