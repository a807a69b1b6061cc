import type { CoreExpr, CorePolicy } from '../core/ir.js';
import { childrenOf } from '../core/walk.js';
import { MAX_MATCHED_LENGTH } from '../text/regex.js';
import { toolKeys, variantFor } from './compile/tool-plan.js';
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
/** Steps for one character under a regular expression; a glob takes one. */
const STEPS_PER_MATCHED = 10;

/**
 * Tells before a call is decided about how much work that would be, in steps of some ten nanoseconds, roughly but
 * never less by an order of magnitude. Counted is what grows with the data: patterns over texts, items under quantifiers (of quantifiers),
 * events of the history. Rules and data are both chosen by customers, and each may be modest while their product is not.
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
    return expressions.reduce((sum, expr) => sum + weigher.work(expr, []), 0);
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

  constructor(
    private readonly core: CorePolicy,
    private readonly call: Call,
    private readonly context: Context,
  ) {}

  /** `lists`: sizes of the lists whose items the variables of quantifiers stand for, innermost first. */
  work(expr: CoreExpr, lists: readonly Size[]): number {
    if (expr.op === 'any' || expr.op === 'all') {
      const list = this.size(expr.list, lists);
      const each = STEPS_PER_ITEM + this.work(expr.body, [list, ...lists]);
      return 1 + this.work(expr.list, lists) + list.items * each;
    }
    const below = childrenOf(expr).reduce((sum, child) => sum + this.work(child, lists), 1);
    switch (expr.op) {
      case 'like':
      case 'part':
        return below + this.size(expr.operand, lists).text;
      case 'matches':
        return below + STEPS_PER_MATCHED * Math.min(this.size(expr.operand, lists).text, MAX_MATCHED_LENGTH);
      case 'size': {
        const { text, items } = this.size(expr.operand, lists);
        return below + text + items;
      }
      case 'contains':
        return below + STEPS_PER_COMPARED * this.size(expr.list, lists).items;
      case 'formerly':
      case 'previous':
      case 'since':
      case 'count':
      case 'sum':
        return below + (this.context.history?.length ?? 0);
      default:
        return below;
    }
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

function measure(value: unknown): Size {
  if (typeof value === 'string') return { items: 0, inner: 0, text: value.length };
  if (typeof value !== 'object' || value === null) return NOTHING;
  let most = NOTHING;
  for (const one of Object.values(value)) most = larger(most, measure(one));
  return { items: Array.isArray(value) ? value.length : 0, inner: Math.max(most.inner, most.items), text: most.text };
}
