import { ExpandsBeyond, loadChecked } from '../policy/load.js';
import type { PolicyInput } from '../request/policy.js';

/**
 * What the service's own thread takes on: about 50 ms of reading, checking and compiling on a machine of 2026. Beyond it a
 * child does the whole request, so that others are answered meanwhile.
 */
export const HERE = {
  /** Characters of the policy and its catalogue. */
  characters: 64 * 1024,
  /** Nodes of the policy, written out. */
  nodes: 100_000,
  /** Characters of everything else a decision looks at. */
  circumstances: 256 * 1024,
} as const;

interface Sizes {
  readonly policy: PolicyInput;
  readonly catalogue?: unknown;
  /** What the decision looks at beside the policy; rows of a table are looked at one by one and do not count. */
  readonly circumstances?: unknown;
}

/**
 * Whether a request is small enough for the service's own thread; its policy is then loaded.
 * @throws ProblemError as `loadChecked`
 */
export function belongsHere({ policy, catalogue, circumstances }: Sizes): boolean {
  const text = typeof policy === 'string' ? policy : policy.text;
  if (text.length + lengthOf(catalogue) > HERE.characters || lengthOf(circumstances) > HERE.circumstances) return false;
  try {
    loadChecked(policy, catalogue, HERE.nodes);
    return true;
  } catch (error) {
    if (error instanceof ExpandsBeyond) return false;
    throw error;
  }
}

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length);
