import type { PolicyInput, PolicyPlaces } from '../request/policy.js';
import { ExpandsBeyond, loadChecked } from './load.js';

/**
 * What the service's own thread takes on of a policy: some tens of milliseconds on a machine of 2026. Beyond it a child does the whole
 * request, so that others are answered meanwhile.
 */
export const READ_HERE = {
  /** Characters of the policy and its catalogue. */
  characters: 64 * 1024,
  /** Nodes of the policy, written out. */
  nodes: 100_000,
} as const;

/**
 * Whether a policy is small enough for the service's own thread; it is then loaded.
 * @throws ProblemError as `loadChecked`
 */
export function isReadHere({
  policy,
  catalogue,
  at,
}: {
  readonly policy: PolicyInput;
  readonly catalogue?: unknown;
  /** Where the request has the two. */
  readonly at?: PolicyPlaces;
}): boolean {
  const text = typeof policy === 'string' ? policy : policy.text;
  if (text.length + lengthOf(catalogue) > READ_HERE.characters) return false;
  try {
    loadChecked(policy, catalogue, { maxNodes: READ_HERE.nodes, ...(at !== undefined && { at }) });
    return true;
  } catch (error) {
    if (error instanceof ExpandsBeyond) return false;
    throw error;
  }
}

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length);
