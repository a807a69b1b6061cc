/** Parts of a column within which what the trees compare only rises, or only falls. */
import { applyStep, inColumn } from '../evaluate/index.js';
import type { Column, Feature } from '../model/index.js';
import { lastWhere, type Space } from './space.js';

export interface Segment {
  readonly low: number;
  readonly high: number;
}

/** What a step makes of values before it, for numbers. */
export type Reading = (value: number) => number;

/**
 * Cuts a column where a step treats single values apart: what Imputer replaces, the keys of a map, numbers too large for an integer, the two sides of 0. Between
 * those all steps are monotone: arithmetic of one operation is, in every rounding, and so are casts.
 */
export function segmentsOf(column: Column, { steps }: Feature, space: Space): readonly Segment[] {
  let segments: readonly Segment[] = [{ low: space.first, high: space.last }];
  let reading: Reading = (value) => inColumn(column, value) as number;
  for (const step of steps) {
    const before = reading;
    if (step.kind === 'impute') segments = isolated(segments, before, [step.replaced], space);
    if (step.kind === 'map') segments = isolated(segments, before, step.from as readonly number[], space);
    if (step.kind === 'cast' && step.to === 'int64')
      segments = segments.flatMap((segment) => cutWhere(segment, (value) => before(value) >= 2 ** 63, space));
    // Sizes fall before 0 and rise behind it; a root is none before 0.
    if (step.kind === 'function' && (step.name === 'absolute' || step.name === 'root'))
      segments = segments.flatMap((segment) => cutWhere(segment, (value) => before(value) < 0, space));
    reading = (value) => applyStep(step, before(value));
  }
  return segments;
}

/** Segments cut so that the values that become one of `points` stand alone. */
function isolated(
  segments: readonly Segment[],
  reading: Reading,
  points: readonly number[],
  space: Space,
): readonly Segment[] {
  const sorted = points.filter((point) => !Number.isNaN(point)).toSorted((a, b) => a - b);
  return segments.flatMap((segment) => {
    const ends = [reading(segment.low), reading(segment.high)].toSorted((a, b) => a - b) as [number, number];
    let open: readonly Segment[] = [segment];
    for (const point of sorted) {
      if (point < ends[0] || point > ends[1]) continue;
      open = open.flatMap((part) =>
        cutWhere(part, (value) => reading(value) < point, space).flatMap((half) =>
          cutWhere(half, (value) => reading(value) > point, space),
        ),
      );
    }
    return open;
  });
}

/** A segment in two where a condition changes that changes once at most. */
function cutWhere(segment: Segment, holds: (value: number) => boolean, space: Space): readonly Segment[] {
  const { low, high } = segment;
  const at = holds(low);
  const end = lastWhere(space, low, high, (value) => holds(value) === at);
  return end === high
    ? [segment]
    : [
        { low, high: end },
        { low: space.after(end), high },
      ];
}
