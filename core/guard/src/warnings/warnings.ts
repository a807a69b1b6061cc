import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { PolicyWarning, PreparedPolicy } from '../prepare/prepare.js';
import { deadRules } from './dead-rules.js';
import { liftWarnings } from './lift-warnings.js';

/** Found once for a policy that stays in use. */
const known = new WeakMap<PreparedPolicy, readonly PolicyWarning[]>();

/**
 * What is odd about a policy though it can be used: what reading it and its catalogue found, and what is found by asking
 * about all calls. The same for every client.
 */
export async function warningsOf(policy: PreparedPolicy, solver: SmtSolver | null): Promise<readonly PolicyWarning[]> {
  const found = known.get(policy);
  if (found) return found;
  const warnings = [...policy.warnings, ...(await deadRules(policy, solver)), ...liftWarnings(policy)];
  known.set(policy, warnings);
  return warnings;
}
