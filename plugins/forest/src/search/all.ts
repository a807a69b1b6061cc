/**
 * All violations of one input as boxes that do not overlap. A box is given out as soon as its lower bound violates, and is painted cell by
 * cell where it is small, else split: for the bound that lies nearer to the threshold. What lies beyond a line of distance waits; the line
 * grows, so that nearer boxes come first and everything below it is complete. The open boxes are the cursor: each is its way from the
 * root, so any machine can go on; what was found goes with it, so that a run in parts joins the boxes that one run would join. See
 * docs/adr/0161, docs/adr/0162 and docs/adr/0173.
 */
import { type Ball, BoxWalk } from './box-walk.js';
import { cursorOf, leastOf, type Open, type Path, readCursor } from './cursor.js';
import { Found } from './found.js';
import { FoundBoxes, VACUOUS } from './found-boxes.js';
import { type LeafLayout, layOut } from './leaf-layout.js';
import { PointCount } from './points.js';
import type { AllAnswer } from '../question/index.js';
import type { Start } from './prepare.js';
import type { Task } from './task.js';

/** When so much of what may be given is left once boxes are joined, the search goes on. */
const ROOM = 0.25;

export class All {
  /** What is left of the boxes that are looked at now, and what lies beyond the line. */
  private now: readonly Open[] = [];
  private later: Open[] = [];
  private line = 0;
  private nodes = 0;
  private found = new Found(new Int32Array(0), new Int32Array(0));
  private budget = 0;
  /** Boxes that may be told in all, boxes that earlier runs told, and at how many it is looked again what they make joined. */
  private most = 0;
  private before = 0;
  private look = 0;
  private full = false;
  private cut: Open[] = [];
  /** One-hot groups. */
  private readonly hot: readonly (readonly number[])[];

  constructor(
    private readonly task: Task,
    private readonly start: Start,
    private readonly ball?: Ball,
  ) {
    const { subject, space } = task.prepared;
    this.hot = (subject.region.oneHot ?? []).map(({ columns }) => columns.map((column) => space.axisOf[0][column]!));
  }

  /**
   * Goes on up to so many nodes in all, and up to so many boxes more.
   * @param resume what an earlier run left
   * @throws DamagedBytes where that is not of this question
   */
  run(nodes: number, boxes: number, resume?: Uint8Array): AllAnswer {
    const { ball, task } = this;
    const first = this.start.first.slice();
    const last = this.start.last.slice();
    if (!this.root(first, last)) return VACUOUS;
    // Around most records nothing is wrong: that is seen before anything is laid out.
    const layout = task.closed() ? undefined : layOut(task);
    const walk = new BoxWalk(task, ball, layout, this.hot, this);
    const end = layout === undefined || walk.clips ? last : endOf(layout);
    this.begin(first, end, resume);
    this.budget = nodes;
    this.most = this.before + boxes;
    // More may have been found by earlier runs than they told.
    this.look = resume === undefined ? boxes : 0;
    this.full = boxes <= 0;
    while (this.now.length + this.later.length > 0 && !this.spent()) this.advance(walk);
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
    const boxes = new FoundBoxes(joined, this.most, task.prepared.space, count, first, last);
    return {
      verdict: open.length === 0 && boxes.length === joined.count ? 'complete' : 'partial',
      nodes,
      boxes,
      given: found.given,
      points: boxes.points(),
      regionPoints: count.of(first, last),
      completeBelow: Math.min(leastOf(open), boxes.leastUntold),
      resume: () => cursorOf({ nodes, line, now, later, boxes: boxes.length, found }),
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
  private advance(walk: BoxWalk): void {
    if (this.now.length === 0) {
      this.line = Math.max(this.line, leastOf(this.later));
      this.now = this.later.filter(({ distance }) => distance <= this.line);
      this.later = this.later.filter(({ distance }) => distance > this.line);
    }
    const rest: Open[] = [];
    for (const open of this.now) {
      if (this.spent()) rest.push(open);
      else walk.enter(open.path);
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

  /** Whether a box so far away is to be looked at now; else it waits, or is what is left. */
  looks(distance: number, path: Path): boolean {
    if (this.spent()) this.cut.push({ path: path.slice(), distance });
    else if (distance > this.line) this.waits(distance, path.slice());
    else {
      this.nodes += 1;
      return true;
    }
    return false;
  }

  /** Takes a box that violates as a whole; false where it lies beyond the line. */
  takes(lo: Int32Array, hi: Int32Array, distance: number): boolean {
    if (distance > this.line) return false;
    this.found.add(lo, hi, distance);
    return true;
  }

  waits(distance: number, path: Path): void {
    this.later.push({ path, distance });
  }
}

/** Last position of every axis along which boxes of a layout differ; of the others the first. */
const endOf = ({ first, last, placeOf }: LeafLayout): Int32Array =>
  last.map((position, axis) => (placeOf[axis]! < 0 ? first[axis]! : position));
