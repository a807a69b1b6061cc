import type { Outcome } from '../values/outcome.js';
import type { Value } from '../values/value.js';
import type { CoreExpr } from '../core/ir.js';
import type { HistoryPoint } from './history/point.js';
import type { Truth } from './kleene.js';
import type { MonitorStore } from './history/store.js';
import type { Call, Context, Decision } from './types.js';
import { getOrMake } from '../maps.js';

/** Evaluates to a value, or to why there is none. */
export type Eval = (frame: Frame) => Outcome;

const NO_CALL: Call = { tool: '', args: {} };

/**
 * What one evaluation looks at. A decider has one frame and uses it for every decision, so that a decision allocates
 * next to nothing.
 *
 * INVARIANT: a slot is read at most once per decision; `touched` lists the slots that `values` holds.
 */
export class Frame {
  call: Call = NO_CALL;
  context: Context = {};
  /** Values of slots; undefined: not read yet. */
  readonly values: (Outcome | undefined)[];
  /** Items of the quantifiers around, innermost last. */
  readonly items: Value[] = [];
  /** Where in the history conditions are judged; null when nothing is known of it. */
  point: HistoryPoint | null = null;
  /** Set when the history comes from monitors and `point` is the present. */
  store: MonitorStore | null = null;
  /** The decision, for properties that speak of the answer. */
  decision: { readonly rules: Decision['answer']; readonly tickets: Decision['answer'] } | null = null;
  /** Tells one evaluation from another. */
  epoch = 0;
  private readonly touched: number[] = [];
  private readonly moments = new Map<CoreExpr, Moments>();

  /** @param readable what of a context may be looked at */
  constructor(
    private readonly readers: readonly Eval[],
    private readonly readable: (context: Context) => Context,
  ) {
    this.values = readers.map(() => undefined);
  }

  read(slot: number): Outcome {
    const known = this.values[slot];
    if (known !== undefined) return known;
    const reader = this.readers[slot] as Eval;
    const value = reader(this);
    this.put(slot, value);
    return value;
  }

  put(slot: number, value: Outcome): void {
    this.values[slot] = value;
    this.touched.push(slot);
  }

  /** What is known of what a `since` holds, by how many events have happened, for the items of the quantifiers around. */
  momentsOf(since: CoreExpr): (Truth | undefined)[] {
    const none = (): Moments => ({ truths: [], ofItem: new Map() });
    let moments = getOrMake(this.moments, since, none);
    for (const item of this.items) moments = getOrMake(moments.ofItem, item, none);
    return moments.truths;
  }

  /** Begins the evaluation of another call. */
  begin(call: Call, context: Context): void {
    for (const slot of this.touched) this.values[slot] = undefined;
    this.touched.length = 0;
    this.items.length = 0;
    if (this.moments.size > 0) this.moments.clear();
    this.epoch++;
    this.call = call;
    this.context = this.readable(context);
    this.decision = null;
  }

  /** Lets go of the caller's data. */
  end(): void {
    this.call = NO_CALL;
    this.context = {};
    this.point = null;
    this.store = null;
    if (this.moments.size > 0) this.moments.clear();
  }
}

/** Truths by moment, and under the items of quantifiers: one value is one item. */
interface Moments {
  readonly truths: (Truth | undefined)[];
  readonly ofItem: Map<Value, Moments>;
}
