import { isRawNumber } from '@ostiary/json';
import type { CoreExpr, CorePolicy, HistoryCondition } from '../core/ir.js';
import { childrenOf } from '../core/walk.js';
import { MAX_MATCHED_LENGTH } from '../text/regex.js';
import { applicableRules, toolKeys } from './compile/tool-plan.js';
import { CALL_PARTS } from './history/open.js';
import type { Call, Context } from './types.js';
import { cached, getOrMake } from '../maps.js';
import type { RawObject } from '../values/value.js';

/**
 * What a value holds: items of itself, of the longest list below it, code units of the longest text in it; and all of
 * it, in characters and values.
 */
interface Size {
  readonly items: number;
  readonly inner: number;
  readonly text: number;
  readonly total: number;
  /** Of the largest member. */
  readonly member: number;
}

const NOTHING: Size = { items: 0, inner: 0, text: 0, total: 0, member: 0 };

/** Steps for a node of an expression, beside those of what it works on. */
const PER_NODE = 30;
/** For each character or value that is read: it is brought to its normal form. */
const PER_READ = 2;
/** A value counts as so many characters. */
const VALUE = 8;
/** A text counts as so many more than it has: an address of a few characters is taken apart and put together again. */
const TEXT = 40;
/** For a call: its name is compared with those known, what it carries is checked. */
const PER_CALL = 500;
const PER_TOOL = 60;
/** For one item of a quantifier, beside those of its body. */
const PER_ITEM = 100;
/** For a character of a pattern, and for one under a regular expression; under a glob it takes one step. */
const PER_MATCHED = 10;
/** To read an address and compare it with a network. */
const PER_ADDRESS = 500;
/** To find out what the clock of a time zone shows. */
const PER_CLOCK = 2_000;
/** For one event that a condition looks at, and for each of its fields and names that is compared. */
const PER_EVENT = 40;
const PER_DEMAND = 100;
/** To find out, once, for one event how long it stands for an open call: more for one whose call is not known in full. */
const PER_OPEN = 300;
const PER_VAGUE = 3_000;

/** Kinds of tools remembered. */
const MAX_KINDS = 256;

/**
 * Tells before a call is decided how much work that is at most, in steps of some nanoseconds: neither evaluator takes
 * more (`work-bound.spec.ts` counts what they do). Rules and data are both chosen by customers, and each may be modest
 * while their product is not: patterns over texts, items under quantifiers of quantifiers, conditions on the history at
 * each moment of it.
 *
 * A caller may use it to tell whether a call is decided at all, and in which process.
 *
 * @example workOf(core)({ tool: 'send', args: { to: addresses } }, {}) > 100_000_000
 * See docs/adr/0074.
 */
export function workOf(core: CorePolicy): (call: Call, context: Context) => number {
  const keyOf = toolKeys(core);
  const byTool = new Map<string, readonly CoreExpr[]>();
  const fixed = PER_CALL + PER_TOOL * core.tools.length;
  const guardsOf = (tool: string): readonly CoreExpr[] =>
    cached(byTool, MAX_KINDS, keyOf(tool), () => applicableRules(core, tool).map(({ guard }) => guard));
  return (call, context) => {
    const weigher = new Weigher(core, call, context);
    const admitted = fixed + PER_READ * measure(call.args).total;
    return guardsOf(call.tool).reduce((sum, guard) => sum + weigher.work(guard, [], 1), admitted);
  };
}

/** Weighs expressions over one call. */
class Weigher {
  private readonly slots = new Map<number, Size>();
  private openIsKnown = false;
  private past: number | null = null;

  constructor(
    private readonly core: CorePolicy,
    private readonly call: Call,
    private readonly context: Context,
  ) {}

  /**
   * The work of asking for a value so many times. `lists`: sizes of the lists whose items the variables of quantifiers
   * stand for, innermost first.
   */
  work(expr: CoreExpr, lists: readonly Size[], times: number): number {
    if (expr.op === 'any' || expr.op === 'all' || expr.op === 'total') {
      const list = this.size(expr.list, lists);
      const inner = [list, ...lists];
      const added = expr.op === 'total' ? PER_READ * this.size(expr.body, inner).total : 0;
      const each = (PER_ITEM + added) * times + this.work(expr.body, inner, times);
      return PER_NODE * times + this.work(expr.list, lists, times) + list.items * each;
    }
    if (expr.op === 'const' || expr.op === 'undefined') {
      const unasked = expr.unasked ?? [];
      return unasked.reduce((sum, each) => sum + this.work(each, lists, times), PER_NODE * times);
    }
    if (expr.op === 'since') {
      // What it holds is judged now, and once after each event, whoever asks for it.
      const [holds, ...values] = childrenOf(expr);
      const moments = this.events + 1;
      const held = holds ? this.work(holds, lists, moments) : 0;
      return (
        values.reduce((sum, value) => sum + this.work(value, lists, this.events * times), held) +
        times * this.scan(expr)
      );
    }
    // What a condition compares events with is asked for at each of them.
    const each = 'event' in expr ? (this.events + 1) * times : times;
    const below = childrenOf(expr).reduce((sum, child) => sum + this.work(child, lists, each), PER_NODE * times);
    return below + times * this.own(expr, lists);
  }

  /** What an expression does by itself, each time. */
  private own(expr: CoreExpr, lists: readonly Size[]): number {
    switch (expr.op) {
      case 'read':
      case 'has':
      case 'label':
        return expr.slot === null ? 0 : PER_READ * this.slot(expr.slot).total + this.clock(expr.slot);
      case 'like':
        return this.size(expr.operand, lists).text + PER_MATCHED * expr.pattern.length;
      case 'matches': {
        const text = Math.min(this.size(expr.operand, lists).text, MAX_MATCHED_LENGTH);
        return PER_MATCHED * (1 + expr.pattern.length) + text * (PER_MATCHED + expr.pattern.length);
      }
      case 'under':
        return this.size(expr.operand, lists).text + expr.directory.length;
      case 'in_range':
        return PER_ADDRESS;
      case 'member':
        return PER_NODE * expr.values.length;
      case 'rank':
        return PER_NODE * expr.order.length;
      case 'formerly':
      case 'previous':
      case 'since':
      case 'count':
      case 'sum':
        return this.scan(expr);
      default:
        return childrenOf(expr).reduce((sum, child) => sum + PER_READ * this.size(child, lists).total, 0);
    }
  }

  private clock(slot: number): number {
    return this.core.slots[slot]?.zone === undefined ? 0 : PER_CLOCK;
  }

  /** A pass over all events, with the texts of their arguments put into normal form. */
  private scan({ op, event, key, windowMs }: HistoryCondition): number {
    const fields = event.fields.length + (key.by === 'args' ? 1 : 0) + (op === 'sum' ? 1 : 0);
    const demands = fields + (key.by === 'anyone' || key.by === 'args' ? 0 : 1) + (windowMs === null ? 1 : 0);
    const open = event.state === 'open' ? this.openSteps() : 0;
    const each = PER_EVENT + PER_NODE * event.tools.length + PER_DEMAND * demands;
    return PER_NODE + open + this.events * each + fields * this.pastTotal();
  }

  /** Once for a decision. */
  private openSteps(): number {
    if (this.openIsKnown) return 0;
    this.openIsKnown = true;
    const whole = CALL_PARTS.every((part) => this.context.history?.every((event) => event[part] !== undefined));
    return this.events * (whole ? PER_OPEN : PER_VAGUE);
  }

  /** What reading all arguments of the history comes to. */
  private pastTotal(): number {
    this.past ??= (this.context.history ?? []).reduce((sum, { args }) => sum + PER_READ * measure(args).total, 0);
    return this.past;
  }

  private get events(): number {
    return this.context.history?.length ?? 0;
  }

  /** At least the size of what the expression yields. */
  private size(expr: CoreExpr, lists: readonly Size[]): Size {
    switch (expr.op) {
      case 'const':
        return measure(expr.value);
      case 'read':
        return this.slot(expr.slot);
      case 'item':
        return inside(lists[expr.depth] ?? NOTHING);
      case 'field':
        return inside(this.size(expr.operand, lists));
      case 'total':
        return this.size(expr.body, [this.size(expr.list, lists), ...lists]);
      default:
        return childrenOf(expr).reduce<Size>((most, child) => larger(most, this.size(child, lists)), NOTHING);
    }
  }

  private slot(index: number): Size {
    return getOrMake(this.slots, index, () => {
      const slot = this.core.slots[index];
      const { principal, session } = this.context;
      const roots = { args: this.call.args, principal, session, now: undefined };
      return measure(slot?.path.reduce<unknown>(member, roots[slot.root]));
    });
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as RawObject)[name]
    : undefined;
}

/** Of anything that stands in a value of this size. */
const inside = ({ inner, text, member: total }: Size): Size => ({ items: inner, inner, text, total, member: total });

const larger = (a: Size, b: Size): Size => ({
  items: Math.max(a.items, b.items),
  inner: Math.max(a.inner, b.inner),
  text: Math.max(a.text, b.text),
  total: Math.max(a.total, b.total),
  member: Math.max(a.member, b.member),
});

function measure(value: unknown): Size {
  if (typeof value === 'string')
    return { items: 0, inner: 0, text: value.length, total: TEXT + value.length, member: 0 };
  if (typeof value !== 'object' || value === null) return { ...NOTHING, total: VALUE };
  if (isRawNumber(value)) return { ...NOTHING, total: VALUE + value.rawJSON.length };
  let most = NOTHING;
  let total = VALUE;
  let largest = 0;
  for (const name of Object.keys(value)) {
    const one = measure((value as RawObject)[name]);
    most = larger(most, one);
    total += name.length + one.total;
    largest = Math.max(largest, one.total);
  }
  const items = Array.isArray(value) ? value.length : 0;
  return { items, inner: Math.max(most.inner, most.items), text: most.text, total, member: largest };
}
