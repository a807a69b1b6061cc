/** Covers the marked cells of a small grid by boxes that grow along one dimension after the other, each from the first cell that is left. */

/** Cells of a grid, at most. */
export const CELLS = 128;
/** Dimensions, at most: each has two places or more. */
export const AXES = 7;

/** The shape of a grid: how many places a dimension has, and how far one is from the next. */
export interface GridShape {
  dimensions: number;
  readonly places: Int32Array;
  readonly strides: Int32Array;
}

export class GridCover {
  /** Boxes one after the other: first and last place along each dimension, `AXES` numbers for each box. */
  readonly first = new Int32Array(CELLS * AXES);
  readonly last = new Int32Array(CELLS * AXES);
  count = 0;
  private readonly corner = new Int32Array(AXES);
  /** Dimensions along which the cell next to the corner is marked, and how many are in a row. */
  private readonly open = new Int32Array(AXES);
  private readonly rows = new Int32Array(AXES);
  /** How far the box at work extends along these, and which cells it has, counted from its corner. */
  private readonly extent = new Int32Array(AXES);
  private cells = new Int32Array(CELLS);
  /** The same of the largest so far. */
  private readonly largest = new Int32Array(AXES);
  private most = new Int32Array(CELLS);

  /** @param marked by cell; what is covered is taken out */
  constructor(
    private readonly shape: GridShape,
    private readonly marked: Uint8Array,
  ) {}

  /** Covers all `count` marked cells. */
  run(count: number): void {
    const { marked } = this;
    this.count = 0;
    let left = count;
    for (let cell = 0; left > 0; cell += 1) if (marked[cell] === 1) left -= this.take(cell, left);
  }

  /** Takes the largest of the boxes that grow from a cell along the dimensions in turn, whichever is first; gives its cells, of all `left`. */
  private take(cell: number, left: number): number {
    const { marked, largest } = this;
    const open = this.look(cell);
    // No box is larger than all rows together, nor than what is left.
    let bound = left;
    let volume = 1;
    for (let i = 0; i < open; i += 1) volume *= this.rows[i]! + 1;
    if (volume < bound) bound = volume;
    this.most[0] = 0;
    let size = 1;
    for (let turn = 0; turn < open && size < bound; turn += 1) {
      const grown = this.grow(cell, turn, open);
      if (grown <= size) continue;
      size = grown;
      for (let i = 0; i < open; i += 1) largest[i] = this.extent[i]!;
      [this.cells, this.most] = [this.most, this.cells];
    }
    const cells = this.most;
    for (let at = 0; at < size; at += 1) marked[cell + cells[at]!] = 0;
    this.give(open, size);
    return size;
  }

  /** Finds the corner of a cell, and along which dimensions a box may grow from it: gives how many. */
  private look(cell: number): number {
    const { marked, corner, open, rows } = this;
    const { dimensions, places, strides } = this.shape;
    let count = 0;
    let rest = cell;
    for (let d = dimensions - 1; d >= 0; d -= 1) {
      const place = Math.trunc(rest / strides[d]!);
      rest -= place * strides[d]!;
      corner[d] = place;
    }
    for (let d = 0; d < dimensions; d += 1) {
      const stride = strides[d]!;
      const end = places[d]! - corner[d]! - 1;
      let row = 0;
      for (let at = cell + stride; row < end && marked[at] === 1; at += stride) row += 1;
      if (row === 0) continue;
      open[count] = d;
      rows[count] = row;
      count += 1;
    }
    return count;
  }

  /** Grows a box from a cell, along the open dimensions from `turn` on and then those before it; gives how many cells it has. */
  private grow(cell: number, turn: number, count: number): number {
    const { marked, cells, open, rows, extent } = this;
    const { strides } = this.shape;
    cells[0] = 0;
    let size = 1;
    for (let step = 0; step < count; step += 1) {
      const i = turn + step < count ? turn + step : turn + step - count;
      const stride = strides[open[i]!]!;
      const row = rows[i]!;
      let slabs = 0;
      for (let start = cell + stride; slabs < row; start += stride) {
        let at = 1;
        while (at < size && marked[start + cells[at]!] === 1) at += 1;
        if (at < size) break;
        slabs += 1;
      }
      extent[i] = slabs;
      for (let at = 0, end = size * slabs; at < end; at += 1) cells[size + at] = cells[at]! + stride;
      size += size * slabs;
    }
    return size;
  }

  /** Writes the largest box down. */
  private give(open: number, size: number): void {
    const { corner, largest, first, last } = this;
    const { dimensions } = this.shape;
    const start = this.count * AXES;
    for (let d = 0; d < dimensions; d += 1) {
      first[start + d] = corner[d]!;
      last[start + d] = corner[d]!;
    }
    if (size > 1) for (let i = 0; i < open; i += 1) last[start + this.open[i]!]! += largest[i]!;
    this.count += 1;
  }
}
