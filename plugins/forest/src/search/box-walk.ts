/** A walk through open boxes: to each by its way from the root, and through its halves to what violates. */
import { CellPrices } from './cell-prices.js';
import type { Path } from './cursor.js';
import { Grid } from './grid.js';
import { AXES, CELLS } from './grid-cover.js';
import type { LeafLayout } from './leaf-layout.js';
import { LeafSets } from './leaf-sets.js';
import type { Prices } from './prices.js';
import type { Distance } from '../question/index.js';
import { SetBounds } from './set-bounds.js';
import { SetBrancher } from './set-brancher.js';
import type { Task } from './task.js';

/** Inputs that are near enough. */
export interface Ball {
  readonly distance: Distance;
  readonly radius: number;
  readonly prices: Prices;
}

/** Who says what is looked at, and takes what violates. */
interface Sink {
  /** Whether a box so far away is to be looked at now. */
  looks(distance: number, path: Path): boolean;
  /** Takes a box that violates as a whole; false where it lies beyond the line, and is to wait. */
  takes(lo: Int32Array, hi: Int32Array, distance: number): boolean;
  waits(distance: number, path: Path): void;
}

/** A region whose trees are sets of leaves, with what works on it. */
interface Small {
  readonly sets: LeafSets;
  readonly bounds: SetBounds;
  readonly brancher: SetBrancher;
  readonly grid: Grid;
  /** Where the dearest axis counts alone. */
  readonly prices: CellPrices | undefined;
  /** Room for the positions of a part of a box. */
  readonly lo: Int32Array;
  readonly hi: Int32Array;
}

export class BoxWalk {
  private readonly path: number[] = [];
  /** Of each step of the path that was entered last: how far the box, and the sets of leaves, had been noted before it. */
  private readonly marks: number[] = [];
  private readonly setMarks: number[] = [];
  private readonly small: Small | undefined;
  /** Where no axis counts alone, narrowing one may narrow others. */
  readonly clips: boolean;

  /**
   * @param layout of the region, where it is laid out
   * @param hot axes of the one-hot groups
   */
  constructor(
    private readonly task: Task,
    private readonly ball: Ball | undefined,
    layout: LeafLayout | undefined,
    private readonly hot: readonly (readonly number[])[],
    private readonly sink: Sink,
  ) {
    this.clips = ball !== undefined && ball.distance.norm !== 'max';
    if (layout === undefined) return;
    const sets = new LeafSets(task.prepared.space, layout);
    const bounds = new SetBounds(task.box, sets);
    const brancher = new SetBrancher(sets);
    this.small = {
      sets,
      bounds,
      brancher,
      grid: new Grid(task, sets, bounds, brancher),
      prices: ball?.distance.norm === 'max' ? new CellPrices(sets, ball.prices) : undefined,
      lo: task.box.lo.slice(),
      hi: task.box.hi.slice(),
    };
  }

  /** Goes to an open box, from where its way parts from the one entered before. */
  enter(path: Path): void {
    const { small, task, marks, setMarks } = this;
    const box = small?.sets.box ?? task.box;
    let shared = 0;
    while (
      shared < marks.length &&
      path[2 * shared] === this.path[2 * shared] &&
      path[2 * shared + 1] === this.path[2 * shared + 1]
    )
      shared += 1;
    const back = (steps: number): void => {
      small?.sets.undo(setMarks[steps]!);
      box.undo(marks[steps]!);
      this.path.length = 2 * steps;
      marks.length = steps;
      setMarks.length = steps;
    };
    if (shared < marks.length) back(shared);
    for (let at = 2 * shared; at < path.length; at += 2) {
      marks.push(box.mark());
      setMarks.push(small?.sets.mark() ?? 0);
      if (!this.half(path[at]! >> 1, path[at + 1]!, path[at]! & 1)) return back(at / 2);
    }
    if (small === undefined) this.visit();
    else this.visitSmall(small);
  }

  private half(axis: number, rank: number, side: number): boolean {
    const { small, ball, clips } = this;
    const box = small?.sets.box ?? this.task.box;
    this.path.push(2 * axis + side, rank);
    const lo = side === 0 ? 0 : rank + 1;
    const hi = side === 0 ? rank : box.hi[axis]!;
    if (small !== undefined && !clips) {
      const place = small.sets.layout.placeOf[axis]!;
      if (place >= 0) return small.sets.narrow(place, lo, hi);
    }
    if (!box.narrow(axis, lo, hi)) return false;
    if (clips && !ball!.prices.clip(box, ball!.radius)) return false;
    box.settle();
    small?.sets.settle();
    return true;
  }

  private visit(): void {
    const { task, ball } = this;
    const { box } = task;
    const distance = ball === undefined ? 0 : ball.prices.of(box.lo, box.hi);
    if (!this.looks(distance) || task.closed()) return;
    if (task.satisfied()) return this.give(box.lo, box.hi, distance);
    if (!task.divides(ball?.prices)) {
      if (task.violated) this.give(box.lo, box.hi, distance);
      return;
    }
    const { axis, rank, lowerFirst } = task.brancher;
    const mark = box.mark();
    const depth = this.path.length;
    for (const side of lowerFirst ? [0, 1] : [1, 0]) {
      if (this.half(axis, rank, side)) this.visit();
      box.undo(mark);
      this.path.length = depth;
    }
  }

  /** @param known how far the box at work is, where that is known */
  private visitSmall(small: Small, known?: number): void {
    const { ball, task } = this;
    const { sets, bounds, brancher, grid, prices } = small;
    const { box } = sets;
    const distance = known ?? prices?.of(sets.from, sets.to) ?? ball?.prices.of(box.lo, box.hi) ?? 0;
    if (!this.looks(distance) || task.closed(bounds)) return;
    if (task.satisfied(bounds)) return this.give(box.lo, box.hi, distance);
    if (brancher.count(CELLS)) {
      grid.cover();
      this.cover(small, distance);
      return;
    }
    brancher.choose(task.form);
    const { axis, rank } = brancher;
    const mark = box.mark();
    const settled = sets.mark();
    const place = sets.layout.placeOf[axis]!;
    for (let side = 0; side < 2; side += 1) {
      if (this.half(axis, rank, side)) {
        // A half differs along one axis, and costs no less than the whole.
        const along = prices?.along(place, sets.from[place]!, sets.to[place]!);
        this.visitSmall(small, along === undefined ? undefined : Math.max(distance, along));
      }
      sets.undo(settled);
      box.undo(mark);
      this.path.pop();
      this.path.pop();
    }
  }

  /** Gives out what the grid found. */
  private cover(small: Small, least: number): void {
    const { ball } = this;
    const { sets, grid, prices, lo, hi } = small;
    const { box } = sets;
    const { axes } = sets.layout;
    const { asked, dimensions } = grid;
    const { count, first, last } = grid.found;
    lo.set(box.lo);
    hi.set(box.hi);
    for (let start = 0; start < count * AXES; start += AXES) {
      let distance = least;
      for (let d = 0; d < dimensions; d += 1) {
        const k = asked[d]!;
        const axis = axes[k]!;
        const from = grid.firstOf(d, first[start + d]!);
        const to = grid.lastOf(d, last[start + d]!);
        lo[axis] = sets.firstOf(k, from);
        hi[axis] = sets.lastOf(k, to);
        // Along the other axes it costs what the whole box costs.
        if (prices !== undefined) distance = Math.max(distance, prices.along(k, from, to));
      }
      if (prices === undefined && ball !== undefined) distance = ball.prices.of(lo, hi);
      if (ball !== undefined && distance > ball.radius) continue;
      this.give(lo, hi, distance);
    }
  }

  /** Whether the box at work, so far away, is to be looked at now. */
  private looks(distance: number): boolean {
    const { ball, sink, path } = this;
    return (ball === undefined || distance <= ball.radius) && sink.looks(distance, path);
  }

  /** A box violates as a whole. With groups its nearest input may lie beyond the line still, or beyond the radius. */
  private give(lo: Int32Array, hi: Int32Array, least: number): void {
    const { ball, hot, sink } = this;
    const distance = ball === undefined || hot.length === 0 ? least : ball.prices.ofGroups(lo, hi, hot);
    if (ball !== undefined && distance > ball.radius) return;
    if (!sink.takes(lo, hi, distance)) sink.waits(distance, this.pathTo(lo, hi));
  }

  /** The way to a part of the box at work. */
  private pathTo(lo: Int32Array, hi: Int32Array): number[] {
    const box = this.small?.sets.box ?? this.task.box;
    const path = this.path.slice();
    for (let axis = 0; axis < lo.length; axis += 1) {
      if (lo[axis]! > box.lo[axis]!) path.push(2 * axis + 1, lo[axis]! - 1);
      if (hi[axis]! < box.hi[axis]!) path.push(2 * axis, hi[axis]!);
    }
    return path;
  }
}
