/**
 * The greatest value of a form, with bounds that hold at any time. The split tree is kept; pass after pass walks it depth first and
 * splits whatever has a bound above a line, and the line falls: best first in steps, without a queue, and each box made from the one
 * before it. Bounds of open boxes are kept with them.
 */
import { ByteReader, ByteWriter, DamagedBytes } from './bytes.js';
import type { Box } from './box.js';
import { Climber } from './climb.js';
import { valueOf } from './forms.js';
import type { GreatestAnswer, Witness } from '../question/index.js';
import type { Start } from './prepare.js';
import type { Task } from './task.js';
import { readWitness, writeWitness } from './witness.js';

const OPEN = -1;
/** One in so many boxes whose best leaves conflict is tried for a value that is attained. */
const PROBED = 8;
/** One in so many boxes is climbed from. */
const CLIMBED = 64;
/** Open, but its side conditions are neither met nor refuted. */
const STUCK = -2;

export class Greatest {
  private axis = new Int32Array(1024);
  private rank = new Int32Array(1024);
  /** The lower half, followed by the upper one; negative where the upper is looked at first: as it seemed when they were made. */
  private child = new Int32Array(1024);
  private bound = new Float64Array(1024);
  private size = 0;
  private nodes = 0;
  private least = -Infinity;
  private witness: Witness | undefined;
  private line = Infinity;
  private step = 0;
  private spent = 0;
  private budget = 0;
  /** Side of the node at work that the box was narrowed to already; -1: none. */
  private entered = -1;
  private readonly box: Box;
  private readonly slack: number;
  private readonly climber: Climber;

  /** `task` has one way with one form, whose threshold is not looked at. */
  constructor(
    private readonly task: Task,
    private readonly start: Start,
  ) {
    this.box = task.box;
    const { order, margin } = this.box.forms[0]!;
    this.climber = new Climber(this.box, start.first, start.last);
    this.slack = order === undefined ? margin : 0;
  }

  run(budget: number): GreatestAnswer {
    this.budget = budget;
    const { box, start } = this;
    if (!box.start(start.first, start.last)) return { verdict: 'vacuous', nodes: this.nodes, most: -Infinity };
    if (this.size === 0) {
      this.add(this.value());
      this.line = this.bound[0]!;
      this.probe();
      this.step = (this.bound[0]! - this.least) / 16;
    }
    for (;;) {
      const most = this.bound[0]!;
      // Side conditions may turn out to leave nothing only as boxes are split.
      if (most === -Infinity) return { verdict: 'vacuous', nodes: this.nodes, most, certificate: this.certificate() };
      if (most <= this.least + this.closeness()) return this.answer('closed');
      if (this.nodes >= this.budget) return this.answer('undecided');
      if (this.line >= most) {
        // A pass that cost little against all before it may be followed by a longer stride.
        if (this.spent * 4 < this.nodes) this.step *= 2;
        else if (this.spent * 2 > this.nodes) this.step /= 2;
        this.spent = 0;
        this.line = Math.max(this.least, most - this.step);
        if (this.line >= most) this.line = this.least;
      }
      const before = this.nodes;
      this.visit(0);
      if (this.nodes === before && this.line <= this.least) return this.answer('stuck');
      if (this.nodes < this.budget) this.line = Math.max(this.line, this.bound[0]!);
    }
  }

  /** Sums of one forest are met exactly; a difference, up to what rounding can make of it. */
  private closeness(): number {
    return 2 * this.slack;
  }

  private value(): number {
    return this.slack === 0 ? this.box.rounded(0) : this.box.real(0) + this.slack;
  }

  private add(bound: number): void {
    if (this.size === this.axis.length) {
      const grow = <A extends Int32Array | Float64Array>(old: A, wider: A): A => {
        wider.set(old);
        return wider;
      };
      const count = this.size * 2;
      this.axis = grow(this.axis, new Int32Array(count));
      this.rank = grow(this.rank, new Int32Array(count));
      this.child = grow(this.child, new Int32Array(count));
      this.bound = grow(this.bound, new Float64Array(count));
    }
    this.axis[this.size] = OPEN;
    this.bound[this.size] = bound;
    this.size += 1;
  }

  /** A value that is attained: at a point that the best leaves share, or near them. */
  private probe(): boolean {
    const { task, box } = this;
    const conflict = task.brancher.conflict(0);
    if (conflict && this.nodes % PROBED !== 0) return true;
    const { from, to } = task.brancher;
    if (task.placing.ruled.length > 0) {
      if (!(conflict ? task.placing.place(box.lo, box.hi, undefined) : task.placing.place(from, to, undefined)))
        return conflict;
    } else {
      for (let axis = 0; axis < from.length; axis += 1) {
        // Where leaves conflict, a point between what they need.
        const low = Math.min(from[axis]!, box.hi[axis]!);
        task.placing.point[axis] = from[axis]! <= to[axis]! ? low : Math.max(box.lo[axis]!, to[axis]!);
      }
      if (conflict) task.placing.order(box.lo, box.hi, true);
      else task.placing.order(from, to);
    }
    // Early on, and then now and again.
    if (task.placing.ruled.length === 0 && this.nodes % (this.nodes < 16 * CLIMBED ? CLIMBED : 16 * CLIMBED) === 0)
      this.climber.climb(task.placing.point);
    const { roots } = box.forest;
    const value = valueOf(box.forms[0]!.terms, task.sums(roots));
    if (value > this.least) {
      this.least = value;
      this.witness = task.witness(undefined, roots);
    }
    return conflict;
  }

  private visit(node: number): void {
    if (this.bound[node]! <= this.line || this.bound[node]! <= this.least + this.closeness()) return;
    const mark = this.box.mark();
    this.entered = -1;
    if (this.axis[node] === STUCK || (this.axis[node] === OPEN && !this.split(node))) return;
    const { box } = this;
    const [axis, rank, child] = [this.axis[node]!, this.rank[node]!, Math.abs(this.child[node]!)];
    const upperFirst = this.child[node]! < 0 ? 1 : 0;
    for (let turn = 0; turn < 2; turn += 1) {
      const side = turn === 0 ? upperFirst : 1 - upperFirst;
      if (this.bound[child + side]! <= this.line || this.bound[child + side]! <= this.least + this.closeness())
        continue;
      if (this.nodes >= this.budget && this.axis[child + side] === OPEN) continue;
      if (this.entered !== side) {
        box.undo(mark);
        this.half(axis, rank, side);
        box.settle();
      }
      this.entered = -1;
      this.visit(child + side);
      box.undo(mark);
    }
    if (this.entered >= 0) box.undo(mark);
    this.entered = -1;
    this.bound[node] = Math.max(this.bound[child]!, this.bound[child + 1]!);
  }

  private half(axis: number, rank: number, side: number): boolean {
    return side === 0 ? this.box.narrow(axis, 0, rank) : this.box.narrow(axis, rank + 1, this.box.hi[axis]!);
  }

  /** Looks at an open box: false where it is settled or the budget is spent. */
  private split(node: number): boolean {
    if (this.nodes >= this.budget) return false;
    this.nodes += 1;
    this.spent += 1;
    const { box, task } = this;
    task.placing.unplaced = false;
    const conflict = this.probe();
    if (!conflict && task.placing.unplaced) {
      if (!task.brancher.apart(task.placing.ruled)) {
        this.axis[node] = STUCK;
        return false;
      }
    } else if (!conflict && (this.slack === 0 || !task.brancher.openTest(0))) {
      // Attained at the shared point: rounded as the runtime rounds, or a single tuple of leaves.
      this.bound[node] = Math.min(this.bound[node]!, this.least);
      return false;
    }
    const { axis, rank } = task.brancher;
    const mark = box.mark();
    const child = this.size;
    this.add(-Infinity);
    this.add(-Infinity);
    // The side that seems greater comes last, so that the box may go on there.
    const last = task.brancher.lowerFirst ? 0 : 1;
    for (const side of [1 - last, last]) {
      if (this.half(axis, rank, side)) {
        box.settle();
        this.bound[child + side] = Math.min(this.value(), this.bound[node]!);
        if (side === last) this.entered = side;
      }
      if (this.entered < 0) box.undo(mark);
    }
    this.axis[node] = axis;
    this.rank[node] = rank;
    this.child[node] = this.bound[child + 1]! > this.bound[child]! ? -child : child;
    return true;
  }

  private answer(state: 'closed' | 'undecided' | 'stuck'): GreatestAnswer {
    const { nodes, least, witness } = this;
    const most = Math.max(this.bound[0]!, least);
    return {
      verdict: state === 'closed' ? 'closed' : 'undecided',
      nodes,
      most,
      ...(witness === undefined ? {} : { least, witness }),
      ...(state === 'closed' ? { certificate: this.certificate() } : {}),
      ...(state === 'undecided' ? { resume: this.save() } : {}),
    };
  }

  /** The kept tree as a certificate that nothing is greater than `most`. */
  private certificate(): Uint8Array {
    const out = new ByteWriter();
    this.preorder((node) => {
      if (this.axis[node]! < 0) out.whole(this.bound[node] === -Infinity ? 0 : 2);
      else {
        out.whole(1 + 4 * this.axis[node]!);
        out.whole(this.rank[node]!);
      }
    });
    return out.done();
  }

  private preorder(see: (node: number) => void): void {
    const stack = [0];
    while (stack.length > 0) {
      const node = stack.pop()!;
      see(node);
      if (this.axis[node]! >= 0) stack.push(Math.abs(this.child[node]!) + 1, Math.abs(this.child[node]!));
    }
  }

  private save(): Uint8Array {
    const out = new ByteWriter();
    out.whole(this.nodes);
    out.whole(this.spent);
    for (const value of [this.least, this.line, this.step]) out.float(value);
    this.preorder((node) => {
      if (this.axis[node]! < 0) {
        out.whole(this.axis[node] === STUCK ? 1 : 0);
        out.float(this.bound[node]!);
      } else {
        out.whole(2 + 2 * this.axis[node]! + (this.child[node]! < 0 ? 1 : 0));
        out.whole(this.rank[node]!);
      }
    });
    writeWitness(out, this.witness);
    return out.done();
  }

  /** Takes up what `save` wrote. Throws `DamagedBytes` where it is not of this question. */
  restore(bytes: Uint8Array): void {
    const read = new ByteReader(bytes);
    const { box, task } = this;
    this.nodes = read.whole();
    this.spent = read.whole();
    this.least = read.float();
    this.line = read.float();
    this.step = read.float();
    if (!box.start(this.start.first, this.start.last)) throw new DamagedBytes('the region is empty');
    this.add(-Infinity);
    const stack = [0];
    while (stack.length > 0) {
      const node = stack.pop()!;
      const head = read.whole();
      if (head < 2) {
        if (head === 1) this.axis[node] = STUCK;
        this.bound[node] = read.float();
        continue;
      }
      const rank = read.whole();
      const axis = (head - 2) >> 1;
      if (axis >= box.lo.length || rank >= box.space.axes[axis]!.cells.length)
        throw new DamagedBytes('no such axis or position');
      const child = this.size;
      this.axis[node] = axis;
      this.rank[node] = rank;
      this.child[node] = (head & 1) === 1 ? -child : child;
      this.add(-Infinity);
      this.add(-Infinity);
      stack.push(child + 1, child);
    }
    for (let node = this.size - 1; node >= 0; node -= 1)
      if (this.axis[node]! >= 0)
        this.bound[node] = Math.max(
          this.bound[Math.abs(this.child[node]!)]!,
          this.bound[Math.abs(this.child[node]!) + 1]!,
        );
    this.witness = readWitness(read, task.prepared);
    if (!read.ended) throw new DamagedBytes('more bytes than there should be');
  }
}
