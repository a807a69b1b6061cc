import type { CoreEvent, CoreExpr, CorePolicy } from '../core/ir.js';
import { childrenOf } from '../core/walk.js';
import { MAX_MATCHED_LENGTH } from '../text/regex.js';
import { toolKeys, variantFor } from './compile/tool-plan.js';
import { CALL_PARTS } from './history/open.js';
import type { Call, Context } from './types.js';

/** What a value holds: items of itself, of the longest list below it, code units of the longest text in it. */
interface Size {
  readonly items: number;
  readonly inner: number;
  readonly text: number;
}

const NOTHING: Size = { items: 0, inner: 0, text: 0 };

/** Kinds of tools remembered. */
const MAX_KINDS = 256;

/** Steps for one item of a quantifier, beside those of its body. */
const STEPS_PER_ITEM = 100;
/** Steps for one item that `contains` compares. */
const STEPS_PER_COMPARED = 10;
/** Steps to read an address and compare it with a network. */
const STEPS_PER_ADDRESS = 500;
/** Steps for one character under a regular expression; a glob takes one. */
const STEPS_PER_MATCHED = 10;
/** Steps for one event that a condition looks at, and for each of its fields and names that is compared. */
const STEPS_PER_EVENT = 20;
const STEPS_PER_DEMAND = 100;
/** Steps to find out, once, for one event how long it stands for an open call: more for one whose call is not known in full. */
const STEPS_PER_OPEN = 300;
const STEPS_PER_VAGUE = 3_000;

/**
 * Tells before a call is decided about how much work that would be, in steps of some ten nanoseconds, roughly but
 * never less by an order of magnitude. Counted is what grows with the data: patterns over texts, items under quantifiers (of quantifiers),
 * events of the history, and of those the moments at which a `since` judges what it holds. Rules and data are both chosen by customers, and each may be modest while their product is not.
 *
 * A caller may use it to tell whether a call is decided at all, and in which process.
 *
 * @example workOf(core)({ tool: 'send', args: { to: addresses } }, {}) > 100_000_000
 */
export function workOf(core: CorePolicy): (call: Call, context: Context) => number {
  const keyOf = toolKeys(core);
  const byTool = new Map<string, readonly CoreExpr[]>();
  const growing = (tool: string): readonly CoreExpr[] => {
    const name = keyOf(tool);
    if (byTool.size >= MAX_KINDS) byTool.clear();
    let found = byTool.get(name);
    if (!found) byTool.set(name, (found = growingOf(core, tool)));
    return found;
  };
  return (call, context) => {
    const expressions = growing(call.tool);
    if (expressions.length === 0) return 0;
    const weigher = new Weigher(core, call, context);
    return expressions.reduce((sum, expr) => sum + weigher.work(expr, [], 1), 0);
  };
}

/** The outermost expressions of a tool's guards whose cost depends on the data. */
function growingOf(core: CorePolicy, tool: string): readonly CoreExpr[] {
  return core.rules.flatMap(({ variants }) => {
    const variant = variantFor(variants, tool);
    return variant ? outermost(variant.guard) : [];
  });
}

function outermost(expr: CoreExpr): readonly CoreExpr[] {
  switch (expr.op) {
    case 'like':
    case 'matches':
    case 'under':
    case 'in_range':
    case 'any':
    case 'all':
    case 'size':
    case 'contains':
    case 'part':
    case 'formerly':
    case 'previous':
    case 'since':
    case 'count':
    case 'sum':
      return [expr];
    default:
      return childrenOf(expr).flatMap(outermost);
  }
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
    if (expr.op === 'any' || expr.op === 'all') {
      const list = this.size(expr.list, lists);
      const each = STEPS_PER_ITEM * times + this.work(expr.body, [list, ...lists], times);
      return times + this.work(expr.list, lists, times) + list.items * each;
    }
    if (expr.op === 'since') {
      // What it holds is judged now, and once after each event, whoever asks for it.
      const [holds, ...values] = childrenOf(expr);
      const moments = (this.context.history?.length ?? 0) + 1;
      const held = holds ? this.work(holds, lists, moments) : 0;
      return values.reduce((sum, value) => sum + this.work(value, lists, times), held) + times * this.scan(expr);
    }
    const below = childrenOf(expr).reduce((sum, child) => sum + this.work(child, lists, times), times);
    return below + times * this.own(expr, lists);
  }

  /** What an expression does by itself, each time. */
  private own(expr: CoreExpr, lists: readonly Size[]): number {
    switch (expr.op) {
      case 'like':
      case 'under':
      case 'part':
        return this.size(expr.operand, lists).text;
      case 'in_range':
        return STEPS_PER_ADDRESS;
      case 'matches':
        return STEPS_PER_MATCHED * Math.min(this.size(expr.operand, lists).text, MAX_MATCHED_LENGTH);
      case 'size': {
        const { text, items } = this.size(expr.operand, lists);
        return text + items;
      }
      case 'contains':
        return STEPS_PER_COMPARED * this.size(expr.list, lists).items;
      case 'formerly':
      case 'previous':
      case 'since':
      case 'count':
      case 'sum':
        return this.scan(expr);
      default:
        return 0;
    }
  }

  /** A pass over all events, with the texts of their arguments put into normal form. */
  private scan({ op, event, key, windowMs }: Extract<CoreExpr, { readonly event: CoreEvent }>): number {
    const events = this.context.history?.length ?? 0;
    const fields = event.fields.length + (key.by === 'args' ? 1 : 0) + (op === 'sum' ? 1 : 0);
    const demands = fields + (key.by === 'anyone' || key.by === 'args' ? 0 : 1) + (windowMs === null ? 1 : 0);
    const open = event.state === 'open' ? this.openSteps() : 0;
    return open + events * (STEPS_PER_EVENT + STEPS_PER_DEMAND * demands) + (fields > 0 ? fields * this.pastText() : 0);
  }

  /** Once for a decision. */
  private openSteps(): number {
    if (this.openIsKnown) return 0;
    this.openIsKnown = true;
    const whole = CALL_PARTS.every((part) => this.context.history?.every((event) => event[part] !== undefined));
    return (this.context.history?.length ?? 0) * (whole ? STEPS_PER_OPEN : STEPS_PER_VAGUE);
  }

  /** Code units of all texts in the arguments of the history, at least. */
  private pastText(): number {
    this.past ??= (this.context.history ?? []).reduce((sum, { args }) => sum + textIn(args), 0);
    return this.past;
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
      default:
        return childrenOf(expr).reduce<Size>((most, child) => larger(most, this.size(child, lists)), NOTHING);
    }
  }

  private slot(index: number): Size {
    const known = this.slots.get(index);
    if (known) return known;
    const slot = this.core.slots[index];
    const root =
      slot?.root === 'args'
        ? this.call.args
        : slot?.root === 'now'
          ? undefined
          : this.context[slot?.root ?? 'principal'];
    const measured = measure(slot?.path.reduce<unknown>(member, root));
    this.slots.set(index, measured);
    return measured;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Of anything that stands in a value of this size. */
const inside = ({ inner, text }: Size): Size => ({ items: inner, inner, text });

const larger = (a: Size, b: Size): Size => ({
  items: Math.max(a.items, b.items),
  inner: Math.max(a.inner, b.inner),
  text: Math.max(a.text, b.text),
});

/** Code units of all texts in a value. */
function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const one of Object.values(value)) sum += textIn(one);
  return sum;
}

function measure(value: unknown): Size {
  if (typeof value === 'string') return { items: 0, inner: 0, text: value.length };
  if (typeof value !== 'object' || value === null) return NOTHING;
  let most = NOTHING;
  for (const one of Object.values(value)) most = larger(most, measure(one));
  return { items: Array.isArray(value) ? value.length : 0, inner: Math.max(most.inner, most.items), text: most.text };
}
