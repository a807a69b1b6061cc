import type { PreparedPolicy } from '@ostiary/guard';
import { ExpandsBeyond, loadChecked } from '../policy/load.js';
import type { PolicyInput } from '../request/policy.js';

/**
 * What the service's own thread takes on: some tens of milliseconds on a machine of 2026. Beyond it a child does the whole
 * request, so that others are answered meanwhile.
 */
export const HERE = {
  /** Characters of the policy and its catalogue. */
  characters: 64 * 1024,
  /** Nodes of the policy, written out. */
  nodes: 100_000,
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
 * Whether a policy is small enough for the service's own thread; it is then loaded.
 * @throws ProblemError as `loadChecked`
 */
export function isReadHere({ policy, catalogue }: Asked): boolean {
  const text = typeof policy === 'string' ? policy : policy.text;
  if (text.length + lengthOf(catalogue) > HERE.characters) return false;
  try {
    loadChecked(policy, catalogue, HERE.nodes);
    return true;
  } catch (error) {
    if (error instanceof ExpandsBeyond) return false;
    throw error;
  }
}

/**
 * Whether the policy is read here, and a call decided of so many characters and with so much work. What a policy states
 * about all calls is looked into by the symbolic engine, in a child.
 */
export function isDecidedHere(asked: Asked, data: unknown, work: (policy: PreparedPolicy) => number): boolean {
  if (weightLeft(data, HERE.circumstances) < 0 || !isReadHere(asked)) return false;
  const policy = loadChecked(asked.policy, asked.catalogue, HERE.nodes);
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

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length);
