/**
 * A small box, cell by cell: what its open trees add is painted into a grid, and the cells that violate are covered by boxes as large as
 * they get, one after the other.
 */
import { AXES, CELLS, GridCover, type GridShape } from './grid-cover.js';
import { bitOf, WORD } from './leaf-layout.js';
import type { LeafSets } from './leaf-sets.js';
import type { SetBounds } from './set-bounds.js';
import type { SetBrancher } from './set-brancher.js';
import type { Task } from './task.js';

/** Places of a dimension, and one more. */
const ROOM = CELLS + 1;

const MET = 0;
const UNCLEAR = 1;
const MISSED = 2;

export class Grid implements GridShape {
  /** Dimensions: asked axes with more than one place. */
  dimensions = 0;
  readonly asked = new Int32Array(AXES);
  readonly places = new Int32Array(AXES);
  readonly strides = new Int32Array(AXES);
  private readonly sums: Float64Array;
  private readonly bad = new Uint8Array(CELLS);
  /** Boxes of places that cover what violates. */
  readonly found = new GridCover(this, this.bad);
  /** Whether a cell meets all forms of the way at work, as far as its sums tell. */
  private readonly state = new Uint8Array(CELLS);
  /** By asked axis and cell of the region, its place along the grid. */
  private readonly placeOf: Int32Array;
  private readonly placeAt: Int32Array;
  /** By dimension and place its first cell; after the last place, one more than its last cell. */
  private readonly starts = new Int32Array(AXES * ROOM);
  /** Bits of leaves, and what they lack of the greatest of their trees. */
  private readonly leaves: Int32Array;
  private readonly lacks: Float64Array;
  private size = 1;
  private readonly rolled = new Int32Array(AXES);
  /** Cells of one point of the box. */
  private readonly cells: Int32Array;
  /** By dimension the first and last cell of the box; and the first place of a leaf, and how many more it has. */
  private readonly least = new Int32Array(AXES);
  private readonly most = new Int32Array(AXES);
  private readonly from = new Int32Array(AXES);
  private readonly to = new Int32Array(AXES);

  constructor(
    private readonly task: Task,
    private readonly sets: LeafSets,
    private readonly bounds: SetBounds,
    private readonly brancher: SetBrancher,
  ) {
    const { axes, testAt, ranks, shapes } = sets.layout;
    this.sums = new Float64Array(CELLS * shapes);
    this.placeOf = new Int32Array(ranks.length + axes.length);
    this.cells = new Int32Array(axes.length);
    this.leaves = new Int32Array(sets.layout.leafOf.length);
    this.lacks = new Float64Array(sets.layout.leafOf.length);
    this.placeAt = Int32Array.from(axes, (_, k) => testAt[k]! + k);
  }

  /** Covers what violates in the box at work, of which `brancher` has counted the cells. */
  cover(): void {
    this.bounds.enter();
    this.layOut();
    this.paint();
    this.found.run(this.judge());
  }

  /** First and last cell of a place of a dimension. */
  firstOf(d: number, place: number): number {
    return this.starts[d * ROOM + place]!;
  }

  lastOf(d: number, place: number): number {
    return this.starts[d * ROOM + place + 1]! - 1;
  }

  private layOut(): void {
    const { sets, brancher, placeOf, placeAt, asked, places, strides, starts, least, most } = this;
    const { axes, testAt } = sets.layout;
    const { open } = brancher;
    let stride = 1;
    let dimensions = 0;
    for (let k = 0; k < axes.length; k += 1) {
      const [from, to] = [sets.from[k]!, sets.to[k]!];
      const [base, tests, start] = [placeAt[k]!, testAt[k]!, dimensions * ROOM];
      let place = 0;
      for (let cell = from; cell < to; cell += 1) {
        placeOf[base + cell] = place;
        if (open[tests + cell] === 0) continue;
        place += 1;
        starts[start + place] = cell + 1;
      }
      placeOf[base + to] = place;
      if (place === 0) continue;
      starts[start] = from;
      starts[start + place + 1] = to + 1;
      least[dimensions] = from;
      most[dimensions] = to;
      asked[dimensions] = k;
      places[dimensions] = place + 1;
      strides[dimensions] = stride;
      stride *= place + 1;
      dimensions += 1;
    }
    this.dimensions = dimensions;
    this.size = stride;
  }

  /** Adds up what the leaves that hold a cell add: what the trees add at most, less what other leaves than the greatest lack of it. */
  private paint(): void {
    const { sets, sums, size } = this;
    const { greatest } = sets;
    const { shapes } = sets.layout;
    for (let shape = 0; shape < shapes; shape += 1)
      for (let cell = shape * CELLS; cell < shape * CELLS + size; cell += 1) sums[cell] = greatest[shape]!;
    this.addAll(this.gather());
  }

  /** Finds the leaves that lack something of the greatest of their trees; gives how many. */
  private gather(): number {
    const { sets, leaves, lacks } = this;
    const { words } = sets;
    const { units, groupStart, groupEnd } = sets.layout;
    let count = 0;
    for (let word = 0; word < words.length; word += 1) {
      let set = words[word]!;
      // Of a tree of one word whose only leaf it is nothing is lacked; nor of none.
      if ((set & (set - 1)) === 0 && (set === 0 || groupEnd[word] === groupStart[word]! + 1)) continue;
      const first = groupEnd[word] === groupStart[word]! + 1 ? word * WORD + Math.clz32(set) : sets.endBit(word, true);
      const most = units[first]!;
      while (set !== 0) {
        const place = Math.clz32(set);
        set &= ~bitOf(place);
        const bit = word * WORD + place;
        const less = units[bit]! - most;
        if (less === 0) continue;
        leaves[count] = bit;
        lacks[count] = less;
        count += 1;
      }
    }
    return count;
  }

  /** Adds what was gathered to the cells of the leaves. */
  private addAll(count: number): void {
    const { sets, sums, dimensions, asked, places, strides, placeOf, placeAt, least, most, from, to } = this;
    const { axes, leafOf, leafFrom, leafTo, shapeOf } = sets.layout;
    const at = this.rolled;
    for (let i = 0; i < count; i += 1) {
      const bit = this.leaves[i]!;
      const value = this.lacks[i]!;
      const row = leafOf[bit]! * axes.length;
      let index = shapeOf[bit >> 5]! * CELLS;
      for (let d = 0; d < dimensions; d += 1) {
        const k = asked[d]!;
        const low = leafFrom[row + k]!;
        const high = leafTo[row + k]!;
        const first = low > least[d]! ? placeOf[placeAt[k]! + low]! : 0;
        from[d] = first;
        to[d] = (high < most[d]! ? placeOf[placeAt[k]! + high]! : places[d]! - 1) - first;
        at[d] = 0;
        index += first * strides[d]!;
      }
      // Two dimensions at once, the others one after the other.
      const width = dimensions > 0 ? to[0]! : 0;
      const rows = dimensions > 1 ? to[1]! : 0;
      const stride = dimensions > 1 ? strides[1]! : 0;
      for (;;) {
        for (let j = 0, first = index; j <= rows; j += 1, first += stride) {
          const last = first + width;
          for (let cell = first; cell <= last; cell += 1) sums[cell]! += value;
        }
        let d = 2;
        while (d < dimensions && at[d] === to[d]) {
          index -= at[d]! * strides[d]!;
          at[d] = 0;
          d += 1;
        }
        if (d >= dimensions) break;
        at[d]! += 1;
        index += strides[d]!;
      }
    }
  }

  /** Notes the cells that violate, and gives how many. */
  private judge(): number {
    const { bad, state, size } = this;
    const { ways } = this.task;
    let count = 0;
    for (let cell = 0; cell < size; cell += 1) bad[cell] = 0;
    for (let way = 0; way < ways.length; way += 1) {
      const { asked, forms } = ways[way]!;
      for (let cell = 0; cell < size; cell += 1) state[cell] = MET;
      for (let k = 0; k < asked.length; k += 1) this.compare(forms[k]!);
      for (let cell = 0; cell < size; cell += 1) {
        if (bad[cell] === 1 || state[cell] === MISSED) continue;
        if (state[cell] === UNCLEAR && !this.meets(cell, way)) continue;
        bad[cell] = 1;
        count += 1;
      }
    }
    return count;
  }

  /** Holds the sums of all cells against the threshold of a form. */
  private compare(form: number): void {
    const { sums, state, size } = this;
    const { shape, sign, fails, holds } = this.sets.layout.readings[form]!;
    const start = shape * CELLS;
    for (let cell = 0; cell < size; cell += 1) {
      const sum = sign * sums[start + cell]!;
      if (sum > holds) continue;
      if (sum < fails) state[cell] = MISSED;
      else if (state[cell] === MET) state[cell] = UNCLEAR;
    }
  }

  /** A cell whose sum is near a threshold: added up as the runtime does. */
  private meets(cell: number, way: number): boolean {
    const { task, sets, bounds, cells, dimensions, asked, places, strides } = this;
    cells.set(sets.from);
    for (let d = 0; d < dimensions; d += 1)
      cells[asked[d]!] = this.firstOf(d, Math.trunc(cell / strides[d]!) % places[d]!);
    const { forms, asked: own } = task.ways[way]!;
    let known = true;
    for (let k = 0; k < own.length; k += 1) {
      const met = bounds.meetsAt(forms[k]!, cells);
      if (met === false) return false;
      known &&= met !== undefined;
    }
    if (known) return true;
    task.placing.point.set(sets.box.lo);
    for (let k = 0; k < cells.length; k += 1) task.placing.point[sets.layout.axes[k]!] = sets.firstOf(k, cells[k]!);
    return task.meetsAt(way);
  }
}
