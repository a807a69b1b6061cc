import type { Place } from '../model/index.js';

/** One recorded span or run, as far as it tells of a graph. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  /** Null where it is not recorded. */
  readonly end: bigint | null;
  /** The node that ran, where the recorder says so. */
  readonly node: string | null;
  /** The round in which it ran, in LangGraph. */
  readonly step: number | null;
  /** The tool that was called. */
  readonly tool: string | null;
  readonly failed: boolean;
  readonly place: Place;
}

/** A value of a recorded document: whatever it is, of which own members alone are read. */
export type Tree = unknown;

export function member(tree: Tree, name: string): Tree {
  return typeof tree === 'object' && tree !== null && Object.hasOwn(tree, name)
    ? (tree as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export const text = (tree: Tree): string | null => (typeof tree === 'string' && tree !== '' ? tree : null);
