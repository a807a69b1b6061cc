/**
 * All violations of one input as boxes that do not overlap. A box is given out as soon as its lower bound violates, and is painted cell by
 * cell where it is small, else split: for the bound that lies nearer to the threshold. What lies beyond a line of distance waits; the line
 * grows, so that nearer boxes come first and everything below it is complete. The open boxes are the cursor: each is its way from the
 * root, so any machine can go on; what was found goes with it, so that a run in parts joins the boxes that one run would join. See
 * docs/adr/0161 and docs/adr/0162.
 */
import { CellPrices } from './cell-prices.js';
import { cursorOf, leastOf, type Open, type Path, readCursor } from './cursor.js';
import type { Start } from './explore.js';
import { Found } from './found.js';
import { FoundBoxes, VACUOUS } from './found-boxes.js';
import { Grid } from './grid.js';
import { AXES, CELLS } from './grid-cover.js';
import { type LeafLayout, layOut } from './leaf-layout.js';
import { LeafSets } from './leaf-sets.js';
import type { Prices } from './prices.js';
import { PointCount } from './points.js';
import type { AllAnswer, Distance } from '../question/index.js';
import { SetBounds } from './set-bounds.js';
import { SetBrancher } from './set-brancher.js';
import type { Task } from './task.js';

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

/** When so much of what may be given is left once boxes are joined, the search goes on. */
const ROOM = 0.25;

export class All {
  /** What is left of the boxes that are looked at now, and what lies beyond the line. */
  private now: readonly Open[] = [];
  private later: Open[] = [];
  private line = 0;
  private nodes = 0;
  private found = new Found(new Int32Array(0), new Int32Array(0));
  private readonly path: number[] = [];
  /** Of each step of the path that was entered last: how far the box, and the sets of leaves, had been noted before it. */
  private readonly marks: number[] = [];
  private readonly setMarks: number[] = [];
  private budget = 0;
  /** Boxes that may be given in all, boxes that earlier runs gave, and at how many it is looked again what they make joined. */
  private most = 0;
  private before = 0;
  private look = 0;
  private full = false;
  private cut: Open[] = [];
  private small: Small | undefined;
  /** Where no axis counts alone, narrowing one may narrow others. */
  private readonly clips: boolean;
  /** One-hot groups. */
  private readonly hot: readonly (readonly number[])[];

  constructor(
    private readonly task: Task,
    private readonly start: Start,
    private readonly ball?: { readonly distance: Distance; readonly radius: number; readonly prices: Prices },
  ) {
    const { subject, space } = task.prepared;
    this.clips = ball !== undefined && ball.distance.norm !== 'max';
    this.hot = (subject.region.oneHot ?? []).map(({ columns }) => columns.map((column) => space.axisOf[0][column]!));
  }

  /**
   * Goes on up to so many nodes in all, and about so many boxes more.
   * @param resume what an earlier run left
   * @throws DamagedBytes where that is not of this question
   */
  run(nodes: number, boxes: number, resume?: Uint8Array): AllAnswer {
    const { ball, task } = this;
    const first = Int32Array.from(this.start.first);
    const last = Int32Array.from(this.start.last);
    this.path.length = 0;
    this.marks.length = 0;
    this.setMarks.length = 0;
    if (!this.root(first, last)) return VACUOUS;
    // Around most records nothing is wrong: that is seen before anything is laid out.
    const layout = task.closed() ? undefined : layOut(task);
    if (layout !== undefined) {
      const sets = new LeafSets(task.prepared.space, layout);
      const bounds = new SetBounds(task.box, sets);
      const brancher = new SetBrancher(sets);
      const prices = ball?.distance.norm === 'max' ? new CellPrices(sets, ball.prices) : undefined;
      this.small = {
        sets,
        bounds,
        brancher,
        grid: new Grid(task, sets, bounds, brancher),
        prices,
        lo: first.slice(),
        hi: last.slice(),
      };
    }
    const end = layout === undefined || this.clips ? last : endOf(layout);
    this.begin(first, end, resume);
    this.budget = nodes;
    this.most = this.before + boxes;
    this.look = this.found.count + boxes;
    this.full = boxes <= 0;
    while (this.now.length + this.later.length > 0 && !this.spent()) this.advance();
    return this.answer(first, last, end);
  }

  private answer(first: Int32Array, last: Int32Array, end: Int32Array): AllAnswer {
    const { ball, task, found, nodes, line, now, later } = this;
    const open = [...now, ...later];
    // What is settled is kept as it is told. Of what is open boxes are joined apart: more of them are to come.
    const joined = open.length === 0 ? found : found.copy();
    joined.join();
    const within = ball?.distance.norm === 'max' ? ball : undefined;
    const count = new PointCount(task.prepared.space, this.hot, first, last, end, within);
    const boxes = new FoundBoxes(joined, task.prepared.space, count, first, last);
    return {
      verdict: open.length === 0 ? 'complete' : 'partial',
      nodes,
      boxes,
      given: found.given,
      points: boxes.points(),
      regionPoints: count.of(first, last),
      completeBelow: leastOf(open),
      resume: () => cursorOf({ nodes, line, now, later, boxes: joined.count, found }),
    };
  }

  private begin(first: Int32Array, last: Int32Array, resume: Uint8Array | undefined): void {
    if (resume === undefined) {
      this.later = [{ path: [], distance: 0 }];
      this.line = this.ball === undefined ? Infinity : this.ball.radius / 64;
      this.found = new Found(first, last);
      return;
    }
    const left = readCursor(resume, this.task.prepared.space, first, last);
    ({ nodes: this.nodes, line: this.line, now: this.now, boxes: this.before, found: this.found } = left);
    this.later = [...left.later];
  }

  /** Looks at what lies before the line; when all of it was looked at the line grows. */
  private advance(): void {
    if (this.now.length === 0) {
      this.line = Math.max(this.line, leastOf(this.later));
      this.now = this.later.filter(({ distance }) => distance <= this.line);
      this.later = this.later.filter(({ distance }) => distance > this.line);
    }
    const rest: Open[] = [];
    for (const open of this.now) {
      if (this.spent()) rest.push(open);
      else this.enter(open.path);
      rest.push(...this.cut.splice(0));
    }
    this.now = rest;
    if (rest.length === 0) this.line *= 2;
  }

  /** Whether the budget is used up. Boxes are joined before they are counted for good: apart, since what is joined hangs on no budget. */
  private spent(): boolean {
    if (this.full || this.nodes >= this.budget) return true;
    const { found } = this;
    if (found.count < this.look) return false;
    const joined = found.copy();
    joined.join();
    const [given, most] = [joined.count - this.before, this.most - this.before];
    this.full = given > most * (1 - ROOM);
    this.look = found.count + most - given;
    return this.full;
  }

  private root(first: Int32Array, last: Int32Array): boolean {
    if (this.ball?.prices.narrow(first, last, this.ball.radius) === false) return false;
    return this.task.box.start(first, last);
  }

  /** Goes to an open box, from where its way parts from the one entered before. */
  private enter(path: Path): void {
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

  /** Whether the box at work, so far away, is to be looked at now; else it waits, is cut off, or lies beyond the radius. */
  private looks(distance: number): boolean {
    if (this.ball !== undefined && distance > this.ball.radius) return false;
    if (this.spent()) this.cut.push({ path: this.path.slice(), distance });
    else if (distance > this.line) this.later.push({ path: this.path.slice(), distance });
    else {
      this.nodes += 1;
      return true;
    }
    return false;
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

  private visitSmall(small: Small): void {
    const { ball, task } = this;
    const { sets, bounds, brancher, grid, prices } = small;
    const { box } = sets;
    const distance = prices?.of(sets.from, sets.to) ?? ball?.prices.of(box.lo, box.hi) ?? 0;
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
    for (let side = 0; side < 2; side += 1) {
      if (this.half(axis, rank, side)) this.visitSmall(small);
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

  /** A box violates as a whole. With groups its nearest input may lie beyond the line still, or beyond the radius. */
  private give(lo: Int32Array, hi: Int32Array, least: number): void {
    const { ball, hot } = this;
    const distance = ball === undefined || hot.length === 0 ? least : ball.prices.ofGroups(lo, hi, hot);
    if (ball !== undefined && distance > ball.radius) return;
    if (distance > this.line) this.later.push({ path: this.pathTo(lo, hi), distance });
    else this.found.add(lo, hi, distance);
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

/** Last position of every axis along which boxes of a layout differ; of the others the first. */
const endOf = ({ first, last, placeOf }: LeafLayout): Int32Array =>
  last.map((position, axis) => (placeOf[axis]! < 0 ? first[axis]! : position));
