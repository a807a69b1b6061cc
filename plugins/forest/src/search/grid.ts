/**
 * A small box, cell by cell: what its open trees add is painted into a grid, and the cells that violate are covered by boxes as large as
 * they get, one after the other.
 */
import { bitOf, WORD } from './leaf-layout.js';
import type { LeafSets } from './leaf-sets.js';
import type { SetBounds } from './set-bounds.js';
import type { SetBrancher } from './set-brancher.js';
import type { Task } from './task.js';

/** Cells of a grid, at most. */
export const CELLS = 128;
/** Axes with more than one cell, at most. */
export const AXES = 7;

const MET = 0;
const UNCLEAR = 1;
const MISSED = 2;

export class Grid {
  /** Boxes that cover what violates, one after the other: their first and last cell along each dimension, `AXES` numbers for each box. */
  readonly first = new Int32Array(CELLS * AXES);
  readonly last = new Int32Array(CELLS * AXES);
  count = 0;
  /** Dimensions: asked axes with more than one place. */
  dimensions = 0;
  readonly asked = new Int32Array(AXES);
  private readonly sums: Float64Array;
  private readonly bad = new Uint8Array(CELLS);
  /** Whether a cell meets all forms of the way at work, as far as its sums tell. */
  private readonly state = new Uint8Array(CELLS);
  /** By asked axis and cell of the region, its place along the grid. */
  private readonly placeOf: Int32Array;
  private readonly placeAt: Int32Array;
  /** How many places a dimension has, and how far one is from the next. */
  private readonly places = new Int32Array(AXES);
  private readonly strides = new Int32Array(AXES);
  private size = 1;
  private readonly corner = new Int32Array(AXES);
  private readonly extent = new Int32Array(AXES);
  private readonly largest = new Int32Array(AXES);
  private readonly rolled = new Int32Array(AXES);
  /** Cells of one point of the box. */
  private readonly cells: Int32Array;
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
    this.placeAt = Int32Array.from(axes, (_, k) => testAt[k]! + k);
  }

  /** Covers what violates in the box at work, of which `brancher` has counted the cells. */
  cover(): void {
    this.layOut();
    this.paint();
    this.count = 0;
    const { bad } = this;
    let left = this.judge();
    for (let cell = 0; left > 0; cell += 1) if (bad[cell] === 1) left -= this.take(cell, left);
  }

  private layOut(): void {
    const { sets, brancher, placeOf, placeAt, asked, places, strides } = this;
    const { axes, testAt } = sets.layout;
    let stride = 1;
    let dimensions = 0;
    for (let k = 0; k < axes.length; k += 1) {
      const [from, to] = [sets.from[k]!, sets.to[k]!];
      let place = 0;
      for (let cell = from; cell <= to; cell += 1) {
        placeOf[placeAt[k]! + cell] = place;
        if (cell < to) place += brancher.open[testAt[k]! + cell]!;
      }
      if (place === 0) continue;
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
    const { words, greatest } = sets;
    const { units, leafOf, shapeOf, groupStart, groupEnd, shapes } = sets.layout;
    for (let shape = 0; shape < shapes; shape += 1) sums.fill(greatest[shape]!, shape * CELLS, shape * CELLS + size);
    for (let word = 0; word < words.length; word += 1) {
      let set = words[word]!;
      if (set === 0) continue;
      const alone = groupEnd[word] === groupStart[word]! + 1;
      if (alone && (set & (set - 1)) === 0) continue;
      const first = alone ? word * WORD + Math.clz32(set) : sets.endBit(word, true);
      const most = units[first]!;
      const base = shapeOf[word]! * CELLS;
      while (set !== 0) {
        const place = Math.clz32(set);
        set &= ~bitOf(place);
        const bit = word * WORD + place;
        const less = units[bit]! - most;
        if (less !== 0) this.add(leafOf[bit]!, less, base);
      }
    }
  }

  private add(leaf: number, value: number, base: number): void {
    const { sets, sums, dimensions, asked, strides, placeOf, placeAt, from, to } = this;
    const { axes, leafFrom, leafTo } = sets.layout;
    const row = leaf * axes.length;
    let start = base;
    for (let d = 0; d < dimensions; d += 1) {
      const k = asked[d]!;
      const least = leafFrom[row + k]!;
      const most = leafTo[row + k]!;
      const first = placeOf[placeAt[k]! + (least > sets.from[k]! ? least : sets.from[k]!)]!;
      from[d] = first;
      to[d] = placeOf[placeAt[k]! + (most < sets.to[k]! ? most : sets.to[k]!)]! - first;
      start += first * strides[d]!;
    }
    // Two dimensions at once, the others one after the other.
    const [width, rows] = [dimensions > 0 ? to[0]! : 0, dimensions > 1 ? to[1]! : 0];
    const stride = dimensions > 1 ? strides[1]! : 0;
    const at = this.rolled;
    for (let d = 2; d < dimensions; d += 1) at[d] = 0;
    for (let index = start; ;) {
      for (let j = 0, first = index; j <= rows; j += 1, first += stride) {
        const last = first + width;
        for (let i = first; i <= last; i += 1) sums[i]! += value;
      }
      let d = 2;
      while (d < dimensions && at[d] === to[d]) {
        index -= at[d]! * strides[d]!;
        at[d] = 0;
        d += 1;
      }
      if (d >= dimensions) return;
      at[d]! += 1;
      index += strides[d]!;
    }
  }

  /** Notes the cells that violate, and gives how many. */
  private judge(): number {
    const { bad, state, size } = this;
    const { ways } = this.task;
    let count = 0;
    bad.fill(0, 0, size);
    for (let way = 0; way < ways.length; way += 1) {
      const { asked, forms } = ways[way]!;
      state.fill(MET, 0, size);
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
      if (sum < fails) state[cell] = MISSED;
      else if (!(sum > holds) && state[cell] === MET) state[cell] = UNCLEAR;
    }
  }

  /** A cell whose sum is near a threshold: added up as the runtime does. */
  private meets(cell: number, way: number): boolean {
    const { task, sets, bounds, cells, dimensions, asked, places, strides, placeOf, placeAt } = this;
    cells.set(sets.from);
    for (let d = 0; d < dimensions; d += 1) {
      const k = asked[d]!;
      const place = Math.trunc(cell / strides[d]!) % places[d]!;
      while (placeOf[placeAt[k]! + cells[k]!]! < place) cells[k]! += 1;
    }
    const { forms, asked: own } = task.ways[way]!;
    let known = true;
    for (let k = 0; k < own.length; k += 1) {
      const met = bounds.meetsAt(forms[k]!, cells);
      if (met === false) return false;
      known &&= met !== undefined;
    }
    if (known) return true;
    task.point.set(sets.box.lo);
    for (let k = 0; k < cells.length; k += 1) task.point[sets.layout.axes[k]!] = sets.firstOf(k, cells[k]!);
    return task.meetsAt(way);
  }

  /** Takes the largest of the boxes from a cell on that grow along one axis after the other, whichever is first; gives its cells, of all `left`. */
  private take(cell: number, left: number): number {
    const { dimensions, places, strides, corner, extent, largest } = this;
    for (let d = 0; d < dimensions; d += 1) corner[d] = Math.trunc(cell / strides[d]!) % places[d]!;
    let most = 0;
    for (let turn = 0; turn < Math.max(1, dimensions) && most < left; turn += 1) {
      extent.fill(0);
      let volume = 1;
      for (let step = 0; step < dimensions; step += 1) {
        const d = turn + step < dimensions ? turn + step : turn + step - dimensions;
        const end = places[d]! - corner[d]! - 1;
        while (extent[d]! < end && this.free(cell + (extent[d]! + 1) * strides[d]!, d)) extent[d]! += 1;
        volume *= extent[d]! + 1;
      }
      if (volume > most) {
        most = volume;
        largest.set(extent);
      }
    }
    extent.set(largest);
    this.clear(cell);
    this.give(corner, extent);
    return most;
  }

  /** Whether all cells of a slab violate and are not taken yet: the extent of the box at work, beside axis `d`. */
  private free(start: number, d: number): boolean {
    const { bad } = this;
    if (bad[start] === 0) return false;
    const own = this.extent[d]!;
    this.extent[d] = 0;
    let index = start;
    this.rewind();
    do if (bad[index] === 0) break;
    while ((index = this.next(index)) >= 0);
    this.extent[d] = own;
    return index < 0;
  }

  /** Marks the cells of the box at work as taken. */
  private clear(start: number): void {
    this.rewind();
    for (let index = start; index >= 0; index = this.next(index)) this.bad[index] = 0;
  }

  private rewind(): void {
    const { rolled, dimensions } = this;
    for (let d = 0; d < dimensions; d += 1) rolled[d] = 0;
  }

  /** The cell after one, as far as the box at work extends; -1 after the last. */
  private next(cell: number): number {
    const { dimensions, strides, extent, rolled } = this;
    let index = cell;
    for (let d = 0; d < dimensions; d += 1) {
      if (rolled[d]! < extent[d]!) {
        rolled[d]! += 1;
        return index + strides[d]!;
      }
      index -= rolled[d]! * strides[d]!;
      rolled[d] = 0;
    }
    return -1;
  }

  private give(corner: Int32Array, extent: Int32Array): void {
    const { sets, dimensions, asked, placeOf, placeAt } = this;
    const start = this.count * AXES;
    for (let d = 0; d < dimensions; d += 1) {
      const k = asked[d]!;
      const base = placeAt[k]!;
      const end = sets.to[k]!;
      const least = corner[d]!;
      const most = least + extent[d]!;
      let first = sets.from[k]!;
      while (placeOf[base + first]! < least) first += 1;
      let last = first;
      while (last < end && placeOf[base + last + 1]! <= most) last += 1;
      this.first[start + d] = first;
      this.last[start + d] = last;
    }
    this.count += 1;
  }
}
