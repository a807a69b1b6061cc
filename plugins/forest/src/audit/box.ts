/** Boxes around a record, as they are told. */
import type { BoxSide } from '../witness/index.js';
import type { ShownBounds } from './result.js';

export type { BoxSide };

/** Inputs that all have another answer; what no side names is as in the record. */
export interface Box {
  readonly sides: readonly BoxSide[];
  /** How many inputs: a whole number, which may be larger than a double can hold. */
  readonly points: string;
  /** The greatest share of its radius that a feature uses, of the nearest input. */
  readonly distance: number;
  /** Between what the score lies everywhere in the box; null where that is not told. */
  readonly score: ShownBounds | null;
  /** What the model answers at the lower corner. */
  readonly label: string | number | null;
  readonly scores: readonly number[];
  /** Other records of the file that lie in it; null where they were not looked for. */
  readonly records_hit: number | null;
}

/** Boxes, nearest first. There may be very many: each is made anew when it is asked for. */
export interface Boxes extends Iterable<Box> {
  readonly length: number;
  /** Of all of them, in their order. */
  readonly distances: readonly number[];
  /** The nearest, so many at most. */
  first(most: number): readonly Box[];
}

export const NO_BOXES: Boxes = { length: 0, distances: [], first: () => [], [Symbol.iterator]: () => [].values() };
