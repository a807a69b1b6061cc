import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellForest } from '../cells/index.js';
import { askAll, labelIsNot, prepare } from './index.js';
import type { AllAnswer, ViolatingBox } from './index.js';

const SIDE = 10;
const COLUMNS = 3;

/** Numbers below a bound, one after the other. */
type Roll = (bound: number) => number;

/** A number of a list in which it is known to be. */
const numberAt = (list: ArrayLike<number>, at: number): number => list[at] ?? Number.NaN;

/** mulberry32 */
function dice(seed: number): Roll {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** Trees of up to 128 leaves, more than one word of bits holds; weights with ties, and some that round. */
function forest(roll: Roll, classes: number): CellForest {
  const column: number[] = [];
  const rank: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const leaf: number[] = [];
  const values: number[] = [];
  const targets = classes === 2 ? 1 : classes;
  /** Cells that lead to a node: no test of it has been answered. */
  const lo = Array.from({ length: COLUMNS }, () => 0);
  const hi = Array.from({ length: COLUMNS }, () => SIDE - 1);
  const grow = (depth: number): number => {
    const own = column.length;
    for (const list of [column, rank, left, right, leaf]) list.push(-1);
    const open = [...lo.keys()].filter((each) => (lo[each] ?? 0) < (hi[each] ?? 0));
    const at = open[roll(open.length)] ?? 0;
    const [least, most] = [numberAt(lo, at), numberAt(hi, at)];
    if (depth === 0 || open.length === 0) {
      leaf[own] = values.length / targets;
      for (let target = 0; target < targets; target += 1)
        values.push(Math.fround(roll(3) > 0 ? roll(3) / (roll(2) === 0 ? 8 : 6) : roll(1000) / 3000));
      return own;
    }
    column[own] = at;
    const last = least + roll(most - least);
    rank[own] = last;
    hi[at] = last;
    left[own] = grow(depth - 1);
    [lo[at], hi[at]] = [last + 1, most];
    right[own] = grow(depth - 1);
    lo[at] = least;
    return own;
  };
  const roots = Array.from({ length: 3 }, (_, tree) => grow(tree === 0 ? 7 : 1 + roll(3)));
  const labels = Array.from({ length: classes }, (_, label) => label);
  return {
    columns: Array.from({ length: COLUMNS }, (_column, at) => ({
      name: `c${at}`,
      cells: SIDE,
      low: Float64Array.from({ length: SIDE }, (_, cell) => 3 * cell),
      high: Float64Array.from({ length: SIDE }, (_, cell) => 3 * cell + 2),
      missing: false,
      spacing: 1,
    })),
    trees: {
      roots: Int32Array.from(roots),
      column: Int32Array.from(column),
      rank: Int32Array.from(rank),
      left: Int32Array.from(left),
      right: Int32Array.from(right),
      leaf: Int32Array.from(leaf),
      values: Float64Array.from(values),
    },
    targets,
    summation: {
      arithmetic: 'float32',
      base: new Float64Array(targets),
      baseAt: 'start',
      aggregate: 'sum',
      scores: 'float32',
    },
    outcome: {
      kind: 'classes',
      labels,
      post: 'none',
      rule:
        classes === 2
          ? { kind: 'one_column', above: 0.5, scores: 'complement' }
          : { kind: 'first_maximum', over: 'sums' },
    },
  };
}

/** By the words of the model alone. */
function labelOf({ trees, targets }: CellForest, cells: readonly number[]): number {
  const { column, rank, left, right, leaf, values } = trees;
  const sums = Array.from({ length: targets }, (_, target) =>
    trees.roots.reduce((sum, root) => {
      let node = root;
      while (numberAt(column, node) >= 0)
        node = numberAt(numberAt(cells, numberAt(column, node)) <= numberAt(rank, node) ? left : right, node);
      return Math.fround(sum + numberAt(values, numberAt(leaf, node) * targets + target));
    }, 0),
  );
  return targets === 1 ? Number(numberAt(sums, 0) > 0.5) : sums.indexOf(Math.max(...sums));
}

const holds = ({ first, last }: ViolatingBox, cells: readonly number[]): boolean =>
  cells.every((cell, column) => numberAt(first, column) <= cell && cell <= numberAt(last, column));

/** The one column in which two boxes are unlike, where they meet there. */
const joins = (one: ViolatingBox, other: ViolatingBox): boolean => {
  const unlike = [...one.first.keys()].filter(
    (at) => one.first[at] !== other.first[at] || one.last[at] !== other.last[at],
  );
  const [at] = unlike;
  return (
    at !== undefined &&
    unlike.length === 1 &&
    (numberAt(one.last, at) + 1 === other.first[at] || numberAt(other.last, at) + 1 === one.first[at])
  );
};

describe('all boxes of a forest', () => {
  const points = Array.from({ length: SIDE ** COLUMNS }, (_, at) =>
    Array.from({ length: COLUMNS }, (__, column) => Math.trunc(at / SIDE ** column) % SIDE),
  );
  const reachOf = (from: readonly number[], cells: readonly number[]): number =>
    Math.max(
      ...cells.map((cell, at) => Math.max(0, 3 * cell - numberAt(from, at), numberAt(from, at) - (3 * cell + 2))),
    );

  it('hold what violates within the radius, each input once, nearest first, and no two make one; in parts, too', () => {
    let cut = 0;
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(2, 3),
        fc.constantFrom(6, 17, 40),
        fc.integer({ min: 1, max: 40 }),
        (seed, classes, radius, few) => {
          const roll = dice(seed);
          const own = forest(roll, classes);
          const from = Array.from({ length: COLUMNS }, () => roll(3 * SIDE));
          const label = labelOf(
            own,
            from.map((value) => Math.trunc(value / 3)),
          );
          const wrong = points.filter((cells) => labelOf(own, cells) !== label);
          const ask = (boxes: number, nodes: number, resume?: Uint8Array): AllAnswer =>
            askAll(
              prepare({ forest: own, region: { columns: [] } }),
              {
                kind: 'all',
                violation: labelIsNot(own.outcome, label),
                within: {
                  distance: {
                    norm: 'max',
                    from,
                    prices: from.map((_, column) => ({ column, up: 1, down: 1 })),
                  },
                  radius,
                },
                boxes,
              },
              { nodes, ...(resume !== undefined && { resume }) },
            );
          const whole = ask(Infinity, Infinity);
          const boxes = [...whole.boxes];
          for (const cells of points) {
            const held = boxes.filter((box) => holds(box, cells)).length;
            const bad = wrong.includes(cells) && reachOf(from, cells) <= radius;
            expect(held).toBe(bad ? 1 : 0);
          }
          for (const [at, box] of boxes.entries()) {
            const least = Math.min(...points.filter((cells) => holds(box, cells)).map((cells) => reachOf(from, cells)));
            expect(box.distance).toBe(least);
            expect(boxes[at - 1]?.distance ?? 0).toBeLessThanOrEqual(box.distance);
            expect(boxes.slice(0, at).some((other) => joins(box, other))).toBe(false);
          }
          expect(whole.given).toBeGreaterThanOrEqual(boxes.length);
          expect(boxes.reduce((sum, box) => sum + box.points, 0n)).toBe(whole.points);

          let nodes = few;
          let part = ask(few, nodes);
          let most = few;
          for (; part.verdict === 'partial'; part = ask(few, (nodes += few), part.resume())) {
            expect(part.boxes.length).toBeLessThanOrEqual(most);
            most = part.boxes.length + few;
            const near = Math.min(part.completeBelow, radius);
            const parts = [...part.boxes];
            expect(parts.reduce((sum, box) => sum + box.points, 0n)).toBe(part.points);
            const left = wrong.filter(
              (cells) => reachOf(from, cells) < near && !parts.some((box) => holds(box, cells)),
            );
            expect(left).toEqual([]);
            // Without a budget it tells what it has told, and leaves what it left.
            const again = ask(0, 0, part.resume());
            expect([[...again.boxes], again.resume()]).toEqual([parts, part.resume()]);
            cut += 1;
          }
          const told = ({ boxes: all, resume: _resume, ...more }: AllAnswer) => ({ ...more, boxes: [...all] });
          expect(told(part)).toEqual(told(whole));
          expect(told(ask(0, 0, part.resume()))).toEqual(told(whole));
        },
      ),
      { numRuns: 25 },
    );
    expect(cut).toBeGreaterThan(10);
  });
});
