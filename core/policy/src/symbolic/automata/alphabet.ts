import type { CodePointRange } from '../../text/regex-class.js';
import { addTo } from '../../maps.js';
import { countBefore } from '../../search.js';

/**
 * Code points divided into classes that no automaton of one product tells apart.
 * A transition is labelled with a class; a witness takes the most readable sample of it.
 */
export interface Alphabet {
  readonly size: number;
  classOf(codePoint: number): number;
  /** The classes that `ranges` covers; `ranges` must be one of the sets the alphabet was built from, or a union of such. */
  classesIn(ranges: readonly CodePointRange[]): readonly number[];
  /** Code points of each class, most readable first; at most {@link SAMPLES}. */
  readonly samples: readonly (readonly number[])[];
  /** Whether the samples are the whole class. */
  readonly spelledOut: readonly boolean[];
}

export const LAST_CODE_POINT = 0x10ffff;
/** Distinct characters offered per class, so that one cell can give several witnesses. */
const SAMPLES = 4;

/** Builds the coarsest alphabet in which every one of `sets` is a union of classes. */
export function buildAlphabet(sets: Iterable<readonly CodePointRange[]>): Alphabet {
  const distinct = new Map<string, readonly CodePointRange[]>();
  for (const set of sets) distinct.set(JSON.stringify(set), set);
  const starts = segmentStarts(distinct.values());
  const classes = refine(starts, distinct.values());
  const size = Math.max(...classes) + 1;
  const spans = classSpans(starts, classes, size);
  const segmentOf = (codePoint: number): number =>
    countBefore(starts.length, (index) => (starts[index] ?? 0) <= codePoint) - 1;
  return {
    size,
    classOf: (codePoint) => classes[segmentOf(codePoint)] ?? 0,
    classesIn: (ranges) => {
      const found = new Set<number>();
      for (const [low, high] of ranges) {
        for (let segment = segmentOf(low); segment < starts.length && (starts[segment] ?? 0) <= high; segment++) {
          found.add(classes[segment] ?? 0);
        }
      }
      return [...found];
    },
    samples: spans.map((ranges) => pickSamples(ranges)),
    spelledOut: spans.map((ranges) => ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0) <= SAMPLES),
  };
}

function segmentStarts(sets: Iterable<readonly CodePointRange[]>): number[] {
  const starts = new Set([0]);
  for (const set of sets) {
    for (const [low, high] of set) {
      starts.add(low);
      if (high < LAST_CODE_POINT) starts.add(high + 1);
    }
  }
  return [...starts].toSorted((a, b) => a - b);
}

/** Class number per segment, by splitting the one class of all segments along each set. */
function refine(starts: readonly number[], sets: Iterable<readonly CodePointRange[]>): number[] {
  const classes = starts.map(() => 0);
  let next = 1;
  for (const set of sets) {
    const inside = segmentsOf(starts, set);
    const total = new Map<number, number>();
    for (const cls of classes) total.set(cls, (total.get(cls) ?? 0) + 1);
    const covered = new Map<number, number[]>();
    for (const segment of inside) addTo(covered, classes[segment] ?? 0, segment);
    for (const [cls, segments] of covered) {
      if (segments.length === total.get(cls)) continue;
      for (const segment of segments) classes[segment] = next;
      next++;
    }
  }
  return classes;
}

function segmentsOf(starts: readonly number[], set: readonly CodePointRange[]): number[] {
  const inside: number[] = [];
  let range = 0;
  starts.forEach((start, segment) => {
    while (range < set.length && (set[range]?.[1] ?? 0) < start) range++;
    const current = set[range];
    if (current && current[0] <= start) inside.push(segment);
  });
  return inside;
}

function classSpans(starts: readonly number[], classes: readonly number[], size: number): CodePointRange[][] {
  const spans: CodePointRange[][] = Array.from({ length: size }, () => []);
  starts.forEach((start, segment) => {
    spans[classes[segment] ?? 0]?.push([start, (starts[segment + 1] ?? LAST_CODE_POINT + 1) - 1]);
  });
  return spans;
}

/** Ranges in order of how readily a person reads them in a witness. */
const READABLE: readonly CodePointRange[] = [
  [97, 122],
  [48, 57],
  [65, 90],
  [45, 46],
  [95, 95],
  [47, 47],
  [64, 64],
  [33, 44],
  [58, 63],
  [91, 94],
  [96, 96],
  [123, 126],
  [32, 32],
  [0xe0, 0xf6],
  [0xf8, 0x17f],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x4e00, 0x9fff],
  [0xa1, 0xdf],
  [0x500, 0x1fff],
  [0x2010, 0x4dff],
  [0xa000, 0xd7ff],
  [0x10000, LAST_CODE_POINT],
  [0xf900, 0xffff],
  [9, 10],
  [0, LAST_CODE_POINT],
];
const FIRST_UNREADABLE = 24;

function pickSamples(ranges: readonly CodePointRange[]): number[] {
  const found: number[] = [];
  for (const [from, to] of READABLE) {
    for (const [low, high] of ranges) {
      for (let code = Math.max(low, from); code <= Math.min(high, to); code++) {
        if (found.length === SAMPLES) return found;
        if (!found.includes(code)) found.push(code);
      }
    }
  }
  return found;
}

/** How unreadable a code point is, 0 (lower-case letter) to 63 (control or surrogate). */
export function ugliness(codePoint: number): number {
  const rank = READABLE.findIndex(([from, to]) => codePoint >= from && codePoint <= to);
  return rank >= FIRST_UNREADABLE ? 63 : rank * 2;
}
