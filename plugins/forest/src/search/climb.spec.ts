import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellForests } from '../testing/forests.js';
import { Climber } from './climb.js';
import { prepare } from './prepare.js';
import { Task } from './task.js';

it('ends at a point of the space that no change of one column betters, and that is no worse than where it began', () => {
  const moved = new Set<boolean>();
  const forests = cellForests.chain((forest) =>
    fc.record({
      forest: fc.constant(forest),
      begin: fc.tuple(...forest.columns.map(({ cells }) => fc.integer({ min: 0, max: cells - 1 }))),
      weight: fc.constantFrom(1 as const, -1 as const),
    }),
  );
  fc.assert(
    fc.property(forests, ({ forest, begin, weight }) => {
      const prepared = prepare({ forest, region: { columns: [] } });
      const task = new Task(prepared, [[{ terms: [{ copy: 0, target: 0, weight }], relation: '>', threshold: 0 }]]);
      const last = prepared.space.axes.map(({ cells }) => cells.length - 1);
      const none = new Int32Array(last.length);
      const { most } = task.box.forms[0] ?? { most: new Float64Array() };
      const worth = (cells: ArrayLike<number>): number => {
        const point = Int32Array.from(cells);
        return prepared.trees.roots.reduce(
          (sum, _, tree) => sum + (most[task.box.leafAt(tree, point, prepared.trees.roots)] ?? NaN),
          0,
        );
      };
      const point = Int32Array.from(begin);
      new Climber(task.box, none, last).climb(point);
      const reached = worth(point);
      moved.add(reached > worth(begin));
      const around = last.flatMap((end, axis) =>
        Array.from({ length: end + 1 }, (_, position) => worth(point.with(axis, position))),
      );
      expect(point.every((position, axis) => position >= 0 && position <= (last[axis] ?? -1))).toBe(true);
      expect(Math.max(worth(begin), ...around)).toBeLessThanOrEqual(reached + 1e-6);
    }),
  );
  expect(moved).toEqual(new Set([true, false]));
});
