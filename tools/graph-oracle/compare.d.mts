import type { GraphCase } from './generate.mjs';

export interface Comparison {
  readonly rule: string;
  readonly kind: string;
  readonly target: string;
  /** What is different, in words; null where the two agree. */
  readonly difference: string | null;
}
/** Null where the graph is too large to be counted out. */
export declare function compared(given: GraphCase, bound?: number): readonly Comparison[] | null;
export declare function randomComparisons(
  seed: number,
  count: number,
  cases?: (seed: number) => Iterable<GraphCase>,
): Generator<{ readonly given: GraphCase; readonly answers: readonly Comparison[] }>;
