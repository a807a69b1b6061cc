/** A violation made ready on a subject: what several questions of one kind share. */
import { Box } from './box.js';
import { Brancher } from './branch.js';
import { meets, type SearchForm, sequentialSums } from './forms.js';
import { Placing } from './placing.js';
import { type Prepared, shapeOf } from './prepare.js';
import type { Prices } from './prices.js';
import type { Form, Terms, Violation, Witness } from '../question/index.js';

/** One of the ways to violate: all of its forms. */
export interface Way {
  /** For each form its opposite, where the task needs it: it fails where every input of a box meets the form. */
  readonly opposites: readonly number[];
  readonly asked: readonly Form[];
  /** Forms of the task, in the order of `asked`; then, where more inputs than one are asked, the sum of them all. */
  readonly forms: readonly number[];
}

/** What is known of a box: of a form its greatest value as a real number, and whether no input meets it. */
export interface Bounds {
  real(form: number): number;
  fails(form: number, bound: number): boolean;
}

/** Box and brancher of a violation over a subject, used again by question after question. */
export class Task {
  readonly box: Box;
  readonly brancher: Brancher;
  readonly ways: readonly Way[];
  readonly placing: Placing;
  /** Of the last look: the way and the form that a split should be made for. */
  way = 0;
  form = 0;

  constructor(
    readonly prepared: Prepared,
    violation: Violation,
    /** Another order of additions: forms are missed only by more than any order can make. */
    readonly anyOrder = false,
    opposites = false,
  ) {
    const forms: SearchForm[] = [];
    const index = new Map<string, number>();
    const add = (terms: Terms, strict: boolean, threshold: number): number => {
      const key = `${JSON.stringify(terms)} ${strict} ${threshold}`;
      const known = index.get(key);
      if (known !== undefined) return known;
      index.set(key, forms.length);
      const shape = shapeOf(prepared, terms);
      forms.push({ ...shape, strict, threshold, ...(anyOrder ? { order: undefined, beside: false } : {}) });
      return forms.length - 1;
    };
    this.ways = violation.map((asked) => {
      const own = asked.map((form) => add(form.terms, form.relation === '>', form.threshold));
      const copies = new Set(asked.flatMap(({ terms }) => terms.map(({ copy }) => copy)));
      const contrary = !opposites
        ? []
        : asked.map(({ terms, relation, threshold }) =>
            add(
              terms.map((term) => ({ ...term, weight: term.weight === 1 ? -1 : 1 })),
              relation === '>=',
              -threshold,
            ),
          );
      if (asked.length < 2 || copies.size < 2) return { asked, forms: own, opposites: contrary };
      const terms = asked.flatMap((form) => form.terms);
      // The forms together, as real numbers; thresholds are added with room for rounding.
      const room = asked.reduce((sum, form) => sum + Math.abs(form.threshold), 0) * 2 ** -50;
      const threshold = asked.reduce((sum, form) => sum + form.threshold, 0) - room;
      return {
        asked,
        forms: [
          ...own,
          add(
            terms,
            asked.some(({ relation }) => relation === '>'),
            threshold,
          ),
        ],
        opposites: contrary,
      };
    });
    this.box = new Box(prepared.space, prepared.trees, forms);
    this.brancher = new Brancher(this.box);
    this.placing = new Placing(prepared.space);
  }

  /** Failed form of each way, by its number in the way; 0 where a way has one only. */
  readonly failed: number[] = [];

  /** Whether no input of the box violates, by the bounds of the box or of another that says more. Else `way` and `form` say what to split for. */
  closed(box: Bounds = this.box): boolean {
    let open = -1;
    let least = Infinity;
    for (let way = 0; way < this.ways.length; way += 1) {
      const { forms } = this.ways[way]!;
      let failed = -1;
      let tightest = -1;
      let slack = Infinity;
      for (let k = 0; k < forms.length; k += 1) {
        const form = forms[k]!;
        const bound = box.real(form);
        if (box.fails(form, bound)) {
          failed = k;
          break;
        }
        const over = bound - this.box.forms[form]!.threshold;
        // A threshold that every sum exceeds leaves no form tighter than another.
        if (tightest < 0 || over < slack) {
          slack = over;
          tightest = form;
        }
      }
      this.failed[way] = failed;
      if (failed >= 0) continue;
      if (open < 0 || slack > least) {
        open = way;
        least = slack;
        this.form = tightest;
      }
    }
    this.way = open;
    return open < 0;
  }

  /**
   * Looks for a split of the open way, and for a violation on the way: forms whose best leaves share a point give one to try. True: a
   * violation, in `point`. False: split by `brancher`; where even that finds nothing, `decided`.
   */
  violates(prices: Prices | undefined): boolean {
    const { forms } = this.ways[this.way]!;
    this.decided = false;
    this.tried = undefined;
    if (this.brancher.conflict(this.form)) return false;
    if (this.tries(prices)) return true;
    if (this.parted()) return false;
    for (let k = 0; k < forms.length; k += 1) {
      if (forms[k] === this.form) continue;
      if (this.brancher.conflict(forms[k]!)) return false;
      if (this.tries(prices)) return true;
      if (this.parted()) return false;
    }
    for (let k = 0; k < forms.length; k += 1) if (this.brancher.openTest(forms[k]!)) return false;
    return this.settled(prices);
  }

  /** Side conditions are not met where best leaves meet: a split, or else the box has no input that could be named (`stuck`). */
  private parted(): boolean {
    if (!this.placing.unplaced) return false;
    if (!this.brancher.apart(this.placing.ruled)) {
      this.stuck = true;
      this.decided = true;
    }
    return true;
  }

  /** A box was left whose side conditions were neither met nor refuted: nothing is proved. */
  stuck = false;

  /** Every tree has come down to a leaf: all inputs of the box have the same sums, and these decide. */
  private settled(prices: Prices | undefined): boolean {
    this.decided = true;
    if (!this.placing.place(this.box.lo, this.box.hi, prices)) {
      this.decided = false;
      this.parted();
      return false;
    }
    const sums = (this.tried = this.sums());
    for (let way = 0; way < this.ways.length; way += 1) {
      if (this.failed[way]! >= 0) continue;
      if (this.meetsAt(way)) return true;
      this.failed[way] = this.ways[way]!.asked.findIndex((form) => !meets(form, sums));
    }
    return false;
  }

  /** Sums at `point`, where `violates` added them up last. */
  private tried: readonly Float64Array[] | undefined;

  /** Every tree has come down to a leaf: nothing is left to split. */
  decided = false;

  private tries(prices: Prices | undefined): boolean {
    const { from, to } = this.brancher;
    return this.placing.place(from, to, prices) && this.meetsAt(this.way);
  }

  /** Whether every input of the box violates, in one way that is seen at once. */
  satisfied(box: Bounds = this.box): boolean {
    for (let way = 0; way < this.ways.length; way += 1) {
      if (this.failed[way]! >= 0) continue;
      const { opposites } = this.ways[way]!;
      let at = 0;
      while (at < opposites.length && box.fails(opposites[at]!, box.real(opposites[at]!))) at += 1;
      if (at === opposites.length) return true;
    }
    return false;
  }

  /** Where every tree has come down to a leaf: whether all inputs of the box violate. */
  violated = false;

  /** Looks for a split that brings a box nearer to all or nothing; false where it is decided (`violated`). */
  divides(prices: Prices | undefined): boolean {
    const { box, brancher } = this;
    const { forms, opposites } = this.ways[this.way]!;
    const form = this.form;
    const upper = box.real(form) - box.forms[form]!.threshold;
    const contrary = opposites[forms.indexOf(form)];
    const lower = contrary === undefined ? Infinity : box.real(contrary) - box.forms[contrary]!.threshold;
    const order = contrary === undefined ? [form] : lower < upper ? [contrary, form] : [form, contrary];
    for (const each of order) if (brancher.conflict(each)) return true;
    for (const each of forms) if (brancher.openTest(each)) return true;
    this.violated = this.settled(prices);
    return !this.violated && !this.decided;
  }

  /** Whether `point` (of the box) meets all forms of a way exactly. */
  meetsAt(way: number): boolean {
    const { asked, forms } = this.ways[way]!;
    if (this.anyOrder)
      return asked.every((_, k) => {
        const { most, base, divisor, threshold, margin, strict } = this.box.forms[forms[k]!]!;
        let sum = base;
        for (let tree = 0; tree < this.box.trees; tree += 1) sum += most[this.box.leafAt(tree, this.placing.point)]!;
        return strict ? sum / divisor + margin > threshold : sum / divisor + margin >= threshold;
      });
    const sums = (this.tried = this.sums());
    return asked.every((form) => meets(form, sums));
  }

  /** Raw sums of each input at `point`, which lies in the box; or anywhere, from the trees' first nodes. */
  sums(from: Int32Array = this.box.root): readonly Float64Array[] {
    const { subject, trees } = this.prepared;
    const copies = subject.second === undefined ? ([0] as const) : ([0, 1] as const);
    return copies.map((copy) => {
      const forest = copy === 0 ? subject.forest : (subject.secondForest ?? subject.forest);
      const summed = trees.summed[copy];
      const rows = trees.rows[copy];
      return sequentialSums(
        forest,
        (tree) => rows[this.box.originOf(this.box.leafAt(summed[tree]!, this.placing.point, from))]!,
      );
    });
  }

  /** The witness at `point`: the one that `violates` tried; or anywhere, from the trees' first nodes. */
  witness(prices: Prices | undefined, from?: Int32Array): Witness {
    const { subject, space } = this.prepared;
    const { point, ruled, values: own } = this.placing;
    const copies = subject.second === undefined ? ([0] as const) : ([0, 1] as const);
    const greater = new Set(space.orders.map((order) => order.greater));
    const cells = copies.map((copy) =>
      Int32Array.from(space.axisOf[copy], (axis) => space.axes[axis]!.cells[point[axis]!]!),
    );
    const values = copies.map((copy) =>
      Float64Array.from(space.axisOf[copy], (index) => {
        const { low, high, categories } = space.axes[index]!;
        const position = point[index]!;
        if (ruled.includes(index)) return own[index]!;
        const priced = prices?.priced[index] === 1 ? prices.valueAt(index, position) : undefined;
        if (priced !== undefined && !categories && !space.orders.some(({ lesser }) => lesser === index)) return priced;
        const value = greater.has(index) ? high[position]! : low[position]!;
        return Number.isFinite(value) || Number.isNaN(value)
          ? value
          : greater.has(index)
            ? low[position]!
            : high[position]!;
      }),
    );
    const distance = prices?.of(point, point, ruled, own);
    const sums = from === undefined ? (this.tried ?? this.sums()) : this.sums(from);
    return { cells, values, sums, ...(distance === undefined ? {} : { distance }) };
  }
}
