import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CellForest } from '../cells/index.js';
import { dice, gridForest, type Roll } from '../testing/grid-forests.js';
import { stoppedAfter } from '../testing/stopped.js';
import { askExists, askNearest, labelIsNot, prepare, type Prepared } from './index.js';
import { Region } from './region.js';
import { Task } from './task.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Milliseconds, a hundred times what a forest takes here: a loop that never ends is an error. */
const SOON = 4000;

/** What a search sees of a box: sums, what each best leaf adds, and the split of each form. */
function viewOf({ box, brancher }: Task): unknown {
  const forms = box.forms.map((_, form) => {
    const split = brancher.conflict(form) ? [brancher.axis, brancher.rank, brancher.lowerFirst] : [];
    return [box.real(form), ...split, ...brancher.from, ...brancher.to];
  });
  return { forms, adds: [...box.adds], lo: [...box.lo], hi: [...box.hi] };
}

/** Narrows two boxes alike and takes it back, at random; at every step gives what is seen of both. */
function* alike(roll: Roll, one: Task, other: Task): Generator<readonly [unknown, unknown]> {
  const marks: (readonly [number, number])[] = [];
  for (let step = 0; step < 40; step += 1) {
    if (marks.length > 0 && roll(3) === 0) {
      const [mark, otherMark] = marks.splice(roll(marks.length))[0] ?? [0, 0];
      one.box.undo(mark);
      other.box.undo(otherMark);
    } else {
      const axis = roll(one.box.lo.length);
      const [lo, hi] = [one.box.lo[axis] ?? 0, one.box.hi[axis] ?? 0];
      if (lo === hi) continue;
      const rank = lo + roll(hi - lo);
      const half = roll(2) === 0 ? ([lo, rank] as const) : ([rank + 1, hi] as const);
      marks.push([one.box.mark(), other.box.mark()]);
      for (const { box } of [one, other]) {
        box.narrow(axis, ...half);
        box.settle();
      }
    }
    yield [viewOf(one), viewOf(other)];
  }
}

/** What is asked of a forest, as it is and over the whole trees; and what regions said when they were taken up. */
function both(
  forest: CellForest,
  record: readonly number[],
  radius: number,
): { answers: unknown[]; reached: boolean[] } {
  const { columns, outcome } = forest;
  const prices = columns.map((_, column) => ({ column, up: 1, down: 1 + (column % 2) }));
  const distance = { norm: 'max', from: record, prices } as const;
  const violation = labelIsNot(outcome, 0);
  const ask = (prepared: Prepared): unknown => [
    askExists(prepared, { kind: 'exists', violation, within: { distance, radius }, anyOrder: true }, { nodes: 300 }),
    askExists(prepared, { kind: 'exists', violation }, { nodes: 40 }),
    askNearest(prepared, violation, distance, { nodes: 300 }),
  ];
  const reach = vi.spyOn(Region.prototype, 'reach');
  const within = stoppedAfter(SOON, () => ask(prepare({ forest, region: { columns: [] } })));
  const reached = reach.mock.results.map(({ value }) => value as boolean);
  reach.mockReturnValue(false);
  const whole = ask(prepare({ forest, region: { columns: [] } }));
  reach.mockRestore();
  return { answers: [within, whole], reached };
}

describe('a search over the trees of a region', () => {
  it.each([2, 3])('answers as one over the whole trees does, byte for byte, %i classes', (classes) => {
    const verdicts = new Set<string>();
    for (let seed = 1; seed <= 40; seed += 1) {
      const roll = dice(1000 * classes + seed);
      const depths = (): number[] => Array.from({ length: 2 + roll(12) }, () => roll(6));
      const forest = gridForest(roll, { classes, columns: 2 + roll(4), side: 10, depths });
      const record = forest.columns.map(() => roll(30));
      const { answers, reached } = both(forest, record, 1 + roll(8));
      expect(answers[0], `seed ${seed}`).toEqual(answers[1]);
      expect(reached).not.toContain(false);
      for (const { verdict } of answers[0] as { verdict: string }[]) verdicts.add(verdict);
    }
    expect([...verdicts]).toEqual(expect.arrayContaining(['proved', 'violated', 'closed']));
  });

  it.each([2, 3])('sees at every step, there and back, what one over the whole trees sees, %i classes', (classes) => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const roll = dice(7000 * classes + seed);
      const depths = (): number[] => Array.from({ length: 2 + roll(12) }, () => 1 + roll(6));
      const forest = gridForest(roll, { classes, columns: 2 + roll(4), side: 10, depths });
      const prepared = prepare({ forest, region: { columns: [] } });
      const [one, other] = [0, 1].map(() => new Task(prepared, labelIsNot(forest.outcome, 0))) as [Task, Task];
      const first = forest.columns.map(() => roll(4));
      const last = forest.columns.map(() => 5 + roll(5));
      stoppedAfter(SOON, () => {
        one.box.start(first, last, true);
        other.box.start(first, last);
        expect(one.box.region).toBeInstanceOf(Region);
        for (const [within, whole] of alike(roll, one, other)) expect(within, `seed ${seed}`).toEqual(whole);
      });
    }
  });

  it('takes more memory for a large region, whatever was copied there before, and leaves one that reaches most of all', () => {
    const roll = dice(77);
    const small = gridForest(roll, { classes: 2, columns: 3, side: 10, depths: () => [4, 4, 4] });
    const large = gridForest(roll, {
      classes: 2,
      columns: 8,
      side: 60,
      depths: () => Array.from({ length: 90 }, () => 10),
    });
    const seen: boolean[] = [];
    for (const forest of [small, large, small]) {
      const record = forest.columns.map(({ cells }) => cells);
      const { answers, reached } = both(forest, record, 12);
      expect(answers[0]).toEqual(answers[1]);
      seen.push(...reached);
    }
    expect(new Set(seen)).toEqual(new Set([true, false]));
  });

  it('does not go on in memory that another search has taken', () => {
    const forest = gridForest(dice(5), { classes: 2, columns: 3, side: 10, depths: () => [5, 5, 5] });
    const prepared = prepare({ forest, region: { columns: [] } });
    const [one, other] = [0, 1].map((label) => new Task(prepared, labelIsNot(forest.outcome, label)));
    const { first, last } = prepared.whole;
    stoppedAfter(SOON, () => {
      one?.box.start(first, last, true);
      expect(one?.box.region).toBeInstanceOf(Region);
      other?.box.start(first, last, true);
      expect(() => one?.box.real(0)).toThrow('another search has the memory of regions');
      expect(other?.box.real(0)).toBeTypeOf('number');
    });
  });
});
