import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellForest } from '../cells/index.js';
import { dice, gridForest, numberAt, type Roll } from '../testing/grid-forests.js';
import { askAll, labelIsNot, prepare } from './index.js';
import type { AllAnswer, ViolatingBox } from './index.js';

const SIDE = 10;
const COLUMNS = 3;

/** Trees of up to 128 leaves, more than one word of bits holds. */
const forest = (roll: Roll, classes: number): CellForest =>
  gridForest(roll, { classes, columns: COLUMNS, side: SIDE, depths: () => [7, 1 + roll(3), 1 + roll(3)] });

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
