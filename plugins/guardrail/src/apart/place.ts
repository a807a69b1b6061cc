import { type DataSizes, effortOf } from '@ostiary/policy';
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
  /** Characters of everything else a decision looks at. */
  circumstances: 256 * 1024,
  /** Steps of one decision at most, as `effortOf` counts them. */
  effort: 1_000_000,
} as const;

export interface Asked {
  readonly policy: PolicyInput;
  readonly catalogue?: unknown;
}

/** One decision: the tool, and what it looks at beside the policy. */
export interface Question {
  readonly tool: string;
  readonly data: unknown;
  /** Events of the history. */
  readonly events: number;
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

/** Whether the policy is read here, and the question decided. */
export function isDecidedHere(asked: Asked, { tool, data, events }: Question): boolean {
  const characters = lengthOf(data);
  if (characters > HERE.circumstances || !isReadHere(asked)) return false;
  const sizes: DataSizes = { characters, items: longestList(data), events };
  return effortOf(loadChecked(asked.policy, asked.catalogue, HERE.nodes).core, tool, sizes) <= HERE.effort;
}

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length);

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((most, each) => Math.max(most, longestList(each)), own);
}
