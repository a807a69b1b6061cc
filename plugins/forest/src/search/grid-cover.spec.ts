import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.ts';
import { AXES, GridCover } from './grid-cover.js';

interface Cover {
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** Every cell of a box, each as its places. */
function cellsOf({ first, last }: Cover): number[][] {
  return first.reduce<number[][]>(
    (cells, from, d) =>
      cells.flatMap((cell) => Array.from({ length: (last[d] ?? from) - from + 1 }, (_, at) => [...cell, from + at])),
    [[]],
  );
}

/** By its words: from the first cell that is left, of the boxes that grow along the dimensions in turn the first that is largest. */
function byDefinition(places: readonly number[], marked: ReadonlySet<string>): Cover[] {
  const left = new Set(marked);
  const all = cellsOf({ first: places.map(() => 0), last: places.map((count) => count - 1) });
  // The first dimension runs fastest.
  all.sort((one, other) => {
    for (let d = places.length - 1; d >= 0; d -= 1) if (one[d] !== other[d]) return (one[d] ?? 0) - (other[d] ?? 0);
    return 0;
  });
  const found: Cover[] = [];
  for (const corner of all) {
    if (!left.has(corner.join())) continue;
    let best: Cover | undefined;
    for (let turn = 0; turn < places.length; turn += 1) {
      const last = [...corner];
      for (let step = 0; step < places.length; step += 1) {
        const d = (turn + step) % places.length;
        for (let next = (last[d] ?? 0) + 1; next < (places[d] ?? 0); next += 1) {
          const slab = { first: corner.with(d, next), last: last.with(d, next) };
          if (!cellsOf(slab).every((cell) => left.has(cell.join()))) break;
          last[d] = next;
        }
      }
      const grown = { first: corner, last };
      if (best === undefined || cellsOf(grown).length > cellsOf(best).length) best = grown;
    }
    best ??= { first: corner, last: corner };
    for (const cell of cellsOf(best)) left.delete(cell.join());
    found.push(best);
  }
  return found;
}

describe('boxes that cover marked cells', () => {
  it('are those of the definition, in its order', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.integer({ min: 2, max: 6 }), { maxLength: AXES })
          .filter((places) => places.reduce((product, count) => product * count, 1) <= 128),
        fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
        fc.integer({ min: 1, max: 10 }),
        (places, numbers, dense) => {
          const strides = places.map((_, d) => places.slice(0, d).reduce((product, count) => product * count, 1));
          const marked = new Uint8Array(128);
          const named = new Set<string>();
          for (const cell of cellsOf({ first: places.map(() => 0), last: places.map((count) => count - 1) })) {
            if (numbers.next().value >= dense) continue;
            marked[cell.reduce((sum, place, d) => sum + place * (strides[d] ?? 0), 0)] = 1;
            named.add(cell.join());
          }
          const shape = {
            dimensions: places.length,
            places: Int32Array.from(places),
            strides: Int32Array.from(strides),
          };
          const cover = new GridCover(shape, marked);
          cover.run(named.size);
          const told = Array.from({ length: cover.count }, (_, box) => {
            const ends = (from: Int32Array): number[] => [...from.subarray(box * AXES, box * AXES + places.length)];
            return { first: ends(cover.first), last: ends(cover.last) };
          });
          expect(told).toEqual(byDefinition(places, named));
          expect(marked.every((mark) => mark === 0)).toBe(true);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
