import type { PreparedPolicy } from '@ostiary/guard';
import { isReadHere, loadChecked, type PolicyInput, READ_HERE } from '@ostiary/policy-modes';

/** What the service's own thread takes on of a decision, beside what it takes on of a policy. */
export const HERE = {
  ...READ_HERE,
  /** Characters of everything else a decision looks at, each value counted as sixteen more. */
  circumstances: 256 * 1024,
  /** Steps of one decision, as `workOf` counts them; an explanation decides many times. */
  work: 5_000_000,
} as const;

interface Asked {
  readonly policy: PolicyInput;
  readonly catalogue?: unknown;
}

/**
 * Whether the policy is read here, and a call decided of so many characters and with so much work. What a policy states
 * about all calls is looked into by the symbolic engine, in a child.
 */
export function isDecidedHere(asked: Asked, data: unknown, work: (policy: PreparedPolicy) => number): boolean {
  if (weightLeft(data, HERE.circumstances) < 0 || !isReadHere(asked)) return false;
  const policy = loadChecked(asked.policy, asked.catalogue, { maxNodes: HERE.nodes });
  return policy.core.properties.length === 0 && work(policy) <= HERE.work;
}

/** What a value costs beside its characters: it is looked at, copied and written a few times. */
const PER_VALUE = 16;

/** What is left of a budget of characters after a value; below zero as soon as it is spent, however much there is. */
function weightLeft(value: unknown, budget: number): number {
  let left = budget - PER_VALUE;
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left;
  for (const key of Object.keys(value)) {
    if (left < 0) return left;
    left = weightLeft((value as Readonly<Record<string, unknown>>)[key], left - key.length);
  }
  return left;
}
