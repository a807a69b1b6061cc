/**
 * A box of positions with everything that follows from it: per tree the node that the box has come down to, and per form and tree the
 * leaf that adds most. Narrowing writes a trail, so that any number of steps is taken back exactly. Only trees that ask a narrowed axis
 * are looked at again, and walked again only where their best leaf has fallen out of the box. See docs/adr/0155.
 */
import { type BoxState, boxState, stateSize } from './box-state.js';
import { roundedSum, type SearchForm } from './forms.js';
import { Region } from './region.js';
import { tighten } from './rules.js';
import type { Space } from './space.js';
import type { SearchTrees, WalkedTrees } from './trees.js';

export class Box {
  /** First and last position of each axis. These and what follows lie in the memory of the region, where there is one. */
  lo: Int32Array;
  hi: Int32Array;
  /** Node each tree has come down to, as far as is known: a test there may have an answer in the box already. */
  root: Int32Array;
  /** Best leaf (or a node whose leaves all add the same), form after form, tree after tree; and what it adds. */
  best: Int32Array;
  adds: Float64Array;
  /** Axes that are asked on the way to it from the node that the tree has come down to, as bits: the axis modulo 32. */
  asked: Int32Array;
  readonly trees: number;
  /** What the box walks: the whole trees, or those of the region that it started at. */
  forest: WalkedTrees;
  forms: readonly SearchForm[];
  /** The region that is walked; undefined where the whole trees are. */
  region: Region | undefined;
  private known: Region | undefined;
  private readonly own: BoxState;
  private state: Int32Array;
  private trail = new Int32Array(1 << 12);
  private top = 0;
  private readonly stack: Int32Array;
  private readonly touched: Int32Array;
  private readonly changed: Int32Array;
  private changes = 0;
  private readonly stamp: Int32Array;
  private now = 0;
  private readonly orderOf: readonly (readonly number[])[];

  constructor(
    readonly space: Space,
    private readonly whole: SearchTrees,
    private readonly wholeForms: readonly SearchForm[],
  ) {
    this.forest = whole;
    this.forms = wholeForms;
    const axes = space.axes.length;
    this.trees = whole.roots.length;
    this.own = boxState(
      axes,
      this.trees,
      new Int32Array(stateSize(axes, this.trees, wholeForms.length)),
      new Float64Array(this.trees * wholeForms.length),
    );
    ({ state: this.state, lo: this.lo, hi: this.hi, root: this.root } = this.own);
    ({ best: this.best, asked: this.asked, adds: this.adds } = this.own);
    this.stack = new Int32Array(whole.depth + 2);
    this.touched = new Int32Array(this.trees);
    this.changed = new Int32Array(axes);
    this.stamp = new Int32Array(Math.max(axes, this.trees));
    this.orderOf = space.axes.map((_, axis) =>
      space.orders.flatMap(({ lesser, greater }, index) => (lesser === axis || greater === axis ? [index] : [])),
    );
  }

  /**
   * Starts at a box of its own; false where it has no input.
   * @param within no point outside it will be asked: trees are walked as far as it reaches them
   */
  start(first: ArrayLike<number>, last: ArrayLike<number>, within = false): boolean {
    this.top = 0;
    this.changes = 0;
    this.walkOver(undefined);
    this.lo.set(first);
    this.hi.set(last);
    for (let axis = 0; axis < this.lo.length; axis += 1) if (this.lo[axis]! > this.hi[axis]!) return false;
    for (let axis = 0; axis < this.lo.length; axis += 1) if (!this.keepOrder(axis)) return false;
    if (!this.keepRules()) return false;
    this.changes = 0;
    this.top = 0;
    if (within && this.startWithin()) return true;
    this.root.set(this.forest.roots);
    for (let tree = 0; tree < this.trees; tree += 1) {
      this.root[tree] = this.descend(this.root[tree]!);
      for (let form = 0; form < this.forms.length; form += 1) {
        const leaf = this.walk(this.root[tree]!, this.forms[form]!);
        const index = form * this.trees + tree;
        this.best[index] = leaf;
        this.adds[index] = this.forms[form]!.most[leaf]!;
        this.reaches(leaf, this.root[tree]!);
        this.asked[index] = this.way;
      }
    }
    return true;
  }

  private startWithin(): boolean {
    this.known ??= new Region(
      this.whole,
      this.wholeForms,
      this.space.axes.reduce((sum, { cells }) => sum + cells.length, 0),
    );
    if (!this.known.reach(this.lo, this.hi)) return false;
    this.walkOver(this.known);
    return true;
  }

  /** Takes the trees and the memory of a region, or the whole trees and its own. */
  private walkOver(region: Region | undefined): void {
    const box = region?.memory.box ?? this.own;
    this.region = region;
    this.forest = region?.trees ?? this.whole;
    this.forms = region?.forms ?? this.wholeForms;
    ({ state: this.state, lo: this.lo, hi: this.hi, root: this.root } = box);
    ({ best: this.best, asked: this.asked, adds: this.adds } = box);
  }

  mark(): number {
    return this.top;
  }

  undo(mark: number): void {
    if (this.region !== undefined) {
      if (mark < this.top) this.region.undo(this.trail.subarray(mark, this.top));
      this.top = mark;
      return;
    }
    const bests = 2 * this.lo.length + this.trees;
    const { state, trail, adds } = this;
    while (this.top > mark) {
      this.top -= 2;
      const at = trail[this.top]!;
      const old = trail[this.top + 1]!;
      state[at] = old;
      const index = at - bests;
      if (index >= 0 && index < adds.length) adds[index] = this.forms[(index / this.trees) | 0]!.most[old]!;
    }
  }

  /** Narrows one axis; trees are brought up to date by `settle`. False where nothing is left (then `undo`). */
  narrow(axis: number, lo: number, hi: number): boolean {
    const was = this.changes;
    if (lo > this.lo[axis]!) this.write(axis, lo);
    if (hi < this.hi[axis]!) this.write(this.lo.length + axis, hi);
    if (this.lo[axis]! > this.hi[axis]!) {
      this.changes = 0;
      return false;
    }
    if (this.changes === was || this.changed[this.changes - 1] !== axis) this.note(axis);
    return this.keepOrder(axis) && this.keepRules();
  }

  private note(axis: number): void {
    for (let i = 0; i < this.changes; i += 1) if (this.changed[i] === axis) return;
    this.changed[this.changes] = axis;
    this.changes += 1;
  }

  private keepOrder(axis: number): boolean {
    const orders = this.orderOf[axis]!;
    for (let i = 0; i < orders.length; i += 1) {
      const { lesser, greater, firstGreater, lastLesser } = this.space.orders[orders[i]!]!;
      const least = firstGreater[this.lo[lesser]!]!;
      const most = lastLesser[this.hi[greater]!]!;
      if (least > this.lo[greater]!) {
        this.write(greater, least);
        this.note(greater);
      }
      if (most < this.hi[lesser]!) {
        this.write(this.lo.length + lesser, most);
        this.note(lesser);
      }
      if (this.lo[greater]! > this.hi[greater]! || this.lo[lesser]! > this.hi[lesser]!) {
        this.changes = 0;
        return false;
      }
    }
    return true;
  }

  /** Narrows by side conditions until they say nothing new. */
  private keepRules(): boolean {
    const { rules, axes } = this.space;
    if (rules.length === 0) return true;
    for (let more = true; more;) {
      more = false;
      for (const rule of rules)
        if (
          !tighten(rule, axes, this.lo, this.hi, (axis, lo, hi) => {
            more = true;
            if (lo > this.lo[axis]!) this.write(axis, lo);
            if (hi < this.hi[axis]!) this.write(this.lo.length + axis, hi);
            if (this.lo[axis]! > this.hi[axis]!) return false;
            this.note(axis);
            return this.keepOrder(axis);
          })
        ) {
          this.changes = 0;
          return false;
        }
    }
    return true;
  }

  /** Brings the trees up to date after `narrow`. */
  settle(): void {
    const { forest, touched, stamp, changed } = this;
    if (this.changes === 0) return;
    if (this.region !== undefined) return this.settleWithin(this.region);
    const now = this.now + 1;
    this.now = now;
    let count = 0;
    for (let i = 0; i < this.changes; i += 1) {
      const trees = forest.byAxis[changed[i]!]!;
      const bit = 1 << (changed[i]! & 31);
      for (let k = 0; k < trees.length; k += 1) {
        const tree = trees[k]!;
        if (stamp[tree] === now || !this.concerns(tree, bit)) continue;
        stamp[tree] = now;
        touched[count] = tree;
        count += 1;
      }
    }
    this.changes = 0;
    const axes = this.lo.length;
    const bests = 2 * axes + this.trees;
    for (let i = 0; i < count; i += 1) {
      const tree = touched[i]!;
      const from = this.root[tree]!;
      const to = this.descend(from);
      if (to !== from) this.write(2 * axes + tree, to);
      for (let form = 0; form < this.forms.length; form += 1) {
        const index = form * this.trees + tree;
        if (!this.reaches(this.best[index]!, to)) {
          const leaf = this.walk(to, this.forms[form]!);
          this.write(bests + index, leaf);
          this.adds[index] = this.forms[form]!.most[leaf]!;
          this.reaches(leaf, to);
        }
        if (this.way !== this.asked[index]) this.write(bests + this.adds.length + index, this.way);
      }
    }
  }

  private settleWithin(region: Region): void {
    let bits = 0;
    for (let i = 0; i < this.changes; i += 1) bits |= 1 << (this.changed[i]! & 31);
    this.changes = 0;
    const count = 2 * region.settle(bits);
    const { log } = region.memory;
    while (this.top + count > this.trail.length) this.widen();
    this.trail.set(log.subarray(0, count), this.top);
    this.top += count;
  }

  /** Axes on the way that `reaches` went last. */
  private way = 0;

  /** Whether the way to a best leaf of a tree asks an axis: else it is as it was, and so is how far the tree has come down. */
  private concerns(tree: number, bit: number): boolean {
    const { asked, trees } = this;
    for (let index = tree; index < asked.length; index += trees) if ((asked[index]! & bit) !== 0) return true;
    return false;
  }

  private write(at: number, value: number): void {
    if (this.top + 2 > this.trail.length) this.widen();
    this.trail[this.top] = at;
    this.trail[this.top + 1] = this.state[at]!;
    this.top += 2;
    this.state[at] = value;
  }

  private widen(): void {
    const wider = new Int32Array(this.trail.length * 2);
    wider.set(this.trail);
    this.trail = wider;
  }

  /** Follows tests that the box answers. */
  descend(from: number): number {
    const { axis, rank, right } = this.forest;
    const { lo, hi } = this;
    let node = from;
    for (;;) {
      const asked = axis[node]!;
      if (asked < 0) return node;
      const at = rank[node]!;
      if (hi[asked]! <= at) node += 1;
      else if (lo[asked]! > at) node = right[node]!;
      else return node;
    }
  }

  /** Whether a best leaf is within the box, below what its tree has come down to; notes in `way` the axes that are asked in between. */
  private reaches(leaf: number, root: number): boolean {
    const { axis, rank, parent } = this.forest;
    const { lo, hi } = this;
    let node = leaf;
    let way = 0;
    while (node > root) {
      const above = parent[node]!;
      const asked = axis[above]!;
      const at = rank[above]!;
      if (node === above + 1) {
        if (lo[asked]! > at) return false;
        // What the box has answered it answers for all that is left of it.
        if (hi[asked]! > at) way |= 1 << (asked & 31);
      } else {
        if (hi[asked]! <= at) return false;
        if (lo[asked]! <= at) way |= 1 << (asked & 31);
      }
      node = above;
    }
    this.way = way;
    return node === root;
  }

  /**
   * The leaf within the box that adds most, or a node whose leaves all add as much: the greater side first, the rest cut by what it cannot
   * beat.
   */
  private walk(from: number, { most, promise, axis }: SearchForm): number {
    const { rank, right } = this.forest;
    const { lo, hi, stack } = this;
    let size = 0;
    let node = from;
    let found = -1;
    let greatest = -Infinity;
    for (;;) {
      let asked = axis[node]!;
      while (asked >= 0) {
        const at = rank[node]!;
        if (hi[asked]! <= at) node += 1;
        else if (lo[asked]! > at) node = right[node]!;
        else {
          const other = right[node]!;
          if (promise[node + 1]! >= promise[other]!) {
            stack[size] = other;
            node += 1;
          } else {
            stack[size] = node + 1;
            node = other;
          }
          size += 1;
        }
        if (most[node]! <= greatest) break;
        asked = axis[node]!;
      }
      if (asked < 0 && (found < 0 || most[node]! > greatest)) {
        greatest = most[node]!;
        found = node;
      }
      do {
        if (size === 0) return found;
        size -= 1;
        node = stack[size]!;
      } while (most[node]! <= greatest);
    }
  }

  /** Bound of a form as real numbers, without its margin. */
  real(form: number): number {
    const { base, divisor } = this.forms[form]!;
    const { adds, region } = this;
    const end = (form + 1) * this.trees;
    let sum = base;
    if (region !== undefined) sum = region.sum(form, base);
    else for (let index = form * this.trees; index < end; index += 1) sum += adds[index]!;
    return divisor === 1 ? sum : sum / divisor;
  }

  /** Bound of a form of one sum, added as the runtime adds. */
  rounded(form: number): number {
    return roundedSum(this.forms[form]!, this.adds, form * this.trees);
  }

  /** Whether no input of the box meets the form. */
  fails(form: number, bound: number): boolean {
    const { strict, threshold, margin, order, beside } = this.forms[form]!;
    const least = strict ? bound + margin <= threshold : bound + margin < threshold;
    if (least) return true;
    if (beside && (strict ? threshold >= 0 : threshold > 0) && this.addsNothing(form)) return true;
    if (order === undefined || bound - margin > threshold) return false;
    const exact = this.rounded(form);
    return strict ? exact <= threshold : exact < threshold;
  }

  private addsNothing(form: number): boolean {
    const end = (form + 1) * this.trees;
    for (let index = form * this.trees; index < end; index += 1) if (this.adds[index]! > 0) return false;
    return true;
  }

  /** A node that is walked, in the whole trees. */
  originOf(node: number): number {
    return this.region === undefined ? node : this.region.memory.origin[node]!;
  }

  /** Leaf of a tree at a point of the box; of any point, from the trees' first nodes. */
  leafAt(tree: number, point: Int32Array, from: Int32Array = this.root): number {
    const { axis, rank, right } = this.forest;
    let node = from[tree]!;
    for (;;) {
      const asked = axis[node]!;
      if (asked < 0) return node;
      node = point[asked]! <= rank[node]! ? node + 1 : right[node]!;
    }
  }
}
