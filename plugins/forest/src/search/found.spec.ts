import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteReader, ByteWriter, DamagedBytes } from './bytes.js';
import { Found } from './found.js';

const SIDE = 4;
const AXES = 3;

/** A cell of the space as its position on each axis. */
const cellAt = (cell: number): number[] =>
  Array.from({ length: AXES }, (_, axis) => Math.floor(cell / SIDE ** axis) % SIDE);

interface Box {
  readonly lo: readonly number[];
  readonly hi: readonly number[];
  readonly distance: number;
}

function boxesOf(found: Found): Box[] {
  return Array.from(found.nearestFirst(), (box) => {
    const [lo, hi] = [new Int32Array(AXES), new Int32Array(AXES)];
    found.read(box, lo, hi);
    return { lo: [...lo], hi: [...hi], distance: found.distance(box) };
  });
}

/** Whether two boxes make one: alike on all axes but one, on which the other follows. */
const makeOne = (one: Box, other: Box): boolean => {
  const unlike = one.lo.flatMap((_, axis) =>
    one.lo[axis] === other.lo[axis] && one.hi[axis] === other.hi[axis] ? [] : [axis],
  );
  const [axis] = unlike;
  return unlike.length === 1 && axis !== undefined && (one.hi[axis] ?? 0) + 1 === other.lo[axis];
};

const cellsOf = ({ lo, hi }: Box): number[] =>
  Array.from({ length: SIDE ** AXES }, (_, cell) => cell).filter((cell) =>
    cellAt(cell).every((position, axis) => (lo[axis] ?? 0) <= position && position <= (hi[axis] ?? -1)),
  );

/** Boxes without overlap: the space, halved again and again as the numbers say, less some. */
const apart = fc
  .record({
    cuts: fc.array(fc.tuple(fc.nat(), fc.nat(AXES - 1), fc.nat()), { minLength: 4, maxLength: 30 }),
    kept: fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, 0.25, 1, 7)), {
      minLength: 31,
      maxLength: 31,
    }),
  })
  .map(({ cuts, kept }) => {
    const boxes = [{ lo: Array.from({ length: AXES }, () => 0), hi: Array.from({ length: AXES }, () => SIDE - 1) }];
    for (const [which, axis, where] of cuts) {
      const box = boxes[which % boxes.length];
      const [lo, hi] = [box?.lo[axis] ?? 0, box?.hi[axis] ?? 0];
      if (box === undefined || lo === hi) continue;
      const last = lo + (where % (hi - lo));
      boxes.push({ lo: box.lo.with(axis, last + 1), hi: [...box.hi] });
      box.hi[axis] = last;
    }
    return boxes.flatMap((box, at): Box[] => {
      const [keep, distance] = kept[at] ?? [0, 0];
      return keep === 0 ? [] : [{ ...box, distance }];
    });
  });

it('joins boxes until no two make one, which hold the same cells, each once, nearest first', () => {
  const counts = new Set<boolean>();
  fc.assert(
    fc.property(apart, (given) => {
      const found = new Found(new Int32Array(AXES), new Int32Array(AXES).fill(SIDE - 1));
      for (const { lo, hi, distance } of given) found.add(Int32Array.from(lo), Int32Array.from(hi), distance);
      found.join();
      const boxes = boxesOf(found);
      const cells = given.flatMap(cellsOf);
      counts.add(boxes.length < given.length);
      expect(boxes.some((one) => boxes.some((other) => makeOne(one, other)))).toBe(false);
      expect(boxes.flatMap(cellsOf).toSorted((a, b) => a - b)).toEqual(cells.toSorted((a, b) => a - b));
      const distances = boxes.map(({ distance }) => distance);
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
      for (const box of boxes) {
        const own = new Set(cellsOf(box));
        const within = given.filter((each) => cellsOf(each).every((cell) => own.has(cell)));
        expect(box.distance).toBe(Math.min(...within.map(({ distance }) => distance)));
      }
    }),
    { numRuns: 400 },
  );
  expect(counts).toEqual(new Set([true, false]));
});

it('are the same whether they are written and read on the way or not, with more than are kept apart', () => {
  const wide = [48, 48, 40];
  const region = [new Int32Array(AXES), Int32Array.from(wide, (side) => side - 1)] as const;
  const written = (found: Found): Uint8Array => {
    const out = new ByteWriter();
    found.write(out);
    return out.done();
  };
  const read = (bytes: Uint8Array): Found => Found.read(new ByteReader(bytes), ...region);
  const whole = new Found(...region);
  let parts = new Found(...region);
  let joined = 0;
  const cells = wide.reduce((product, side) => product * side);
  for (let at = 0; at < cells; at += 1) {
    const cell = (at * 31_337) % cells;
    if (cell % 7 === 0) continue;
    const corner = Int32Array.of(cell % 48, Math.trunc(cell / 48) % 48, Math.trunc(cell / 48 / 48));
    const before = whole.count;
    for (const found of [whole, parts]) found.add(corner, corner, cell % 3);
    if (whole.count < before) joined += 1;
    if (at % 30_000 === 0) parts = read(written(parts));
  }
  expect(joined).toBeGreaterThan(0);
  expect(written(parts)).toEqual(written(whole));
  const bytes = written(whole);
  expect(() => read(bytes.slice(0, -1))).toThrow(DamagedBytes);
  expect(() =>
    Found.read(
      new ByteReader(bytes),
      region[0],
      region[1].map((last) => last - 20),
    ),
  ).toThrow(DamagedBytes);
});
