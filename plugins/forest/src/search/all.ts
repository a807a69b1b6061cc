/**
 * All violations of one input as boxes that do not overlap. A box is given out as soon as its lower bound violates, else split: for the
 * bound that lies nearer to the threshold. What lies beyond a line of distance waits; the line grows, so that nearer boxes come first
 * and everything below it is complete. The open boxes are the cursor: each is its way from the root, so any machine can go on.
 */
import { ByteReader, ByteWriter, DamagedBytes } from './bytes.js';
import type { Start } from './explore.js';
import type { Prices } from './prices.js';
import { PointCount } from './points.js';
import type { AllAnswer, Distance, ViolatingBox } from '../question/index.js';
import type { Task } from './task.js';

/** Steps from the root: for each, twice the axis plus one for the upper half, and the rank. */
type Path = readonly number[];

interface Open {
  readonly path: Path;
  readonly distance: number;
}

interface Found {
  lo: Int32Array;
  hi: Int32Array;
  distance: number;
}

/** Pairs of boxes that are tried for a merge after both halves of a box are done. */
const MERGED = 256;

export class All {
  private waiting: Open[] = [];
  private line = 0;
  private nodes = 0;
  private found: Found[] = [];
  private began = false;
  private readonly path: number[] = [];
  private budget = 0;
  private most = 0;
  private cut: Open[] = [];
  /** One-hot groups. */
  private readonly hot: readonly (readonly number[])[];

  constructor(
    private readonly task: Task,
    private readonly start: Start,
    private readonly ball?: { readonly distance: Distance; readonly radius: number; readonly prices: Prices },
  ) {
    const { subject, space } = task.prepared;
    this.hot = (subject.region.oneHot ?? []).map(({ columns }) => columns.map((column) => space.axisOf[0][column]!));
  }

  /** Goes on for so many nodes and boxes in all. */
  run(nodes: number, boxes: number): AllAnswer {
    const { ball } = this;
    const count = new PointCount(this.task.prepared.space, this.hot, ball?.distance.norm === 'max' ? ball : undefined);
    const first = Int32Array.from(this.start.first);
    const last = Int32Array.from(this.start.last);
    if (!this.root(first, last))
      return { verdict: 'vacuous', nodes: 0, boxes: [], points: 0n, regionPoints: 0n, completeBelow: Infinity };
    const regionPoints = count.of(first, last);
    if (!this.began) {
      this.began = true;
      this.waiting = [{ path: [], distance: 0 }];
      this.line = ball === undefined ? Infinity : ball.radius / 64;
    }
    this.budget = nodes;
    this.most = boxes;
    const given: Found[] = [];
    while (this.waiting.length > 0 && !this.spent(given.length)) {
      const least = this.waiting.reduce((min, { distance }) => Math.min(min, distance), Infinity);
      this.line = Math.max(this.line, least);
      const now = this.waiting.filter(({ distance }) => distance <= this.line);
      this.waiting = this.waiting.filter(({ distance }) => distance > this.line);
      this.found = [];
      this.most = boxes - given.length;
      const rest: Open[] = [];
      for (const open of now) {
        if (this.spent(0)) rest.push(open);
        else this.enter(open.path);
        rest.push(...this.cut.splice(0));
      }
      // Sorting keeps the order of what is equally near.
      given.push(...this.found.toSorted((one, other) => one.distance - other.distance));
      this.waiting = [...rest, ...this.waiting];
      if (rest.length === 0) this.line *= 2;
    }
    const boxesOut = given.map(({ lo, hi, distance }) => this.box(lo, hi, distance, count));
    const open = this.waiting;
    return {
      verdict: open.length === 0 ? 'complete' : 'partial',
      nodes: this.nodes,
      boxes: boxesOut,
      points: boxesOut.reduce((sum, { points }) => sum + points, 0n),
      regionPoints,
      completeBelow: open.reduce((least, { distance }) => Math.min(least, distance), Infinity),
      ...(open.length === 0 ? {} : { resume: this.save() }),
    };
  }

  private spent(boxes: number): boolean {
    return this.nodes >= this.budget || this.found.length + boxes >= this.most;
  }

  private root(first: Int32Array, last: Int32Array): boolean {
    if (this.ball?.prices.narrow(first, last, this.ball.radius) === false) return false;
    return this.task.box.start(first, last);
  }

  private enter(path: Path): void {
    const { box } = this.task;
    box.undo(0);
    this.path.length = 0;
    for (let at = 0; at < path.length; at += 2) if (!this.half(path[at]! >> 1, path[at + 1]!, path[at]! & 1)) return;
    this.visit();
  }

  private half(axis: number, rank: number, side: number): boolean {
    const { box } = this.task;
    this.path.push(2 * axis + side, rank);
    if (!(side === 0 ? box.narrow(axis, 0, rank) : box.narrow(axis, rank + 1, box.hi[axis]!))) return false;
    const { ball } = this;
    if (ball !== undefined && ball.distance.norm !== 'max' && !ball.prices.clip(box, ball.radius)) return false;
    box.settle();
    return true;
  }

  private visit(): void {
    const { task, ball } = this;
    const { box } = task;
    const distance = ball === undefined ? 0 : ball.prices.of(box.lo, box.hi);
    if (ball !== undefined && distance > ball.radius) return;
    if (this.spent(0)) {
      this.cut.push({ path: [...this.path], distance });
      return;
    }
    if (distance > this.line) {
      this.waiting.push({ path: [...this.path], distance });
      return;
    }
    this.nodes += 1;
    if (task.closed()) return;
    if (task.satisfied()) {
      this.give(distance);
      return;
    }
    if (!task.divides(ball?.prices)) {
      if (task.violated) this.give(distance);
      return;
    }
    const { axis, rank, lowerFirst } = task.brancher;
    const mark = box.mark();
    const before = this.found.length;
    const depth = this.path.length;
    let middle = before;
    for (const side of lowerFirst ? [0, 1] : [1, 0]) {
      middle = this.found.length;
      if (this.half(axis, rank, side)) this.visit();
      box.undo(mark);
      this.path.length = depth;
    }
    this.merge(before, middle);
  }

  /** The box at work violates as a whole. With groups its nearest input may lie beyond the line still, or beyond the radius. */
  private give(least: number): void {
    const { ball, task, hot } = this;
    const { lo, hi } = task.box;
    const distance = ball === undefined || hot.length === 0 ? least : ball.prices.ofGroups(lo, hi, hot);
    if (ball !== undefined && distance > ball.radius) return;
    if (distance > this.line) this.waiting.push({ path: [...this.path], distance });
    else this.found.push({ lo: lo.slice(), hi: hi.slice(), distance });
  }

  /** Boxes of the two halves that differ in one axis only, and meet there, become one. */
  private merge(before: number, middle: number): void {
    const { found } = this;
    if ((middle - before) * (found.length - middle) > MERGED) return;
    for (let i = before; i < middle; i += 1)
      for (let k = middle; k < found.length; k += 1) {
        const [one, other] = [found[i]!, found[k]!];
        const axis = meeting(one, other);
        if (axis < 0) continue;
        one.lo[axis] = Math.min(one.lo[axis]!, other.lo[axis]!);
        one.hi[axis] = Math.max(one.hi[axis]!, other.hi[axis]!);
        one.distance = Math.min(one.distance, other.distance);
        found.splice(k, 1);
        k -= 1;
      }
  }

  private box(lo: Int32Array, hi: Int32Array, distance: number, count: PointCount): ViolatingBox {
    const { axes, axisOf } = this.task.prepared.space;
    return {
      first: Int32Array.from(axisOf[0], (axis) => axes[axis]!.cells[lo[axis]!]!),
      last: Int32Array.from(axisOf[0], (axis) => axes[axis]!.cells[hi[axis]!]!),
      points: count.of(lo, hi),
      distance,
    };
  }

  private save(): Uint8Array {
    const out = new ByteWriter();
    out.whole(this.nodes);
    out.float(this.line);
    out.whole(this.waiting.length);
    for (const { path, distance } of this.waiting) {
      out.whole(path.length / 2);
      for (const step of path) out.whole(step);
      out.float(distance);
    }
    return out.done();
  }

  /** Takes up what `save` wrote. Throws `DamagedBytes` where it is not of this question. */
  restore(bytes: Uint8Array): void {
    const read = new ByteReader(bytes);
    const { axes } = this.task.prepared.space;
    this.began = true;
    this.nodes = read.whole();
    this.line = read.float();
    this.waiting = [];
    for (let left = read.whole(); left > 0; left -= 1) {
      const path: number[] = [];
      for (let steps = read.whole(); steps > 0; steps -= 1) {
        const [step, rank] = [read.whole(), read.whole()];
        if (step >> 1 >= axes.length || rank >= axes[step >> 1]!.cells.length)
          throw new DamagedBytes('no such axis or position');
        path.push(step, rank);
      }
      this.waiting.push({ path, distance: read.float() });
    }
    if (!read.ended) throw new DamagedBytes('more bytes than there should be');
  }
}

/** The one axis in which two boxes differ, where they meet there; else -1. */
function meeting(one: Found, other: Found): number {
  let found = -1;
  for (let axis = 0; axis < one.lo.length; axis += 1) {
    if (one.lo[axis] === other.lo[axis] && one.hi[axis] === other.hi[axis]) continue;
    if (found >= 0) return -1;
    if (one.hi[axis]! + 1 !== other.lo[axis] && other.hi[axis]! + 1 !== one.lo[axis]) return -1;
    found = axis;
  }
  return found;
}
