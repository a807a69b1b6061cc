import type { CoreExpr, CorePolicy } from '../core/ir.js';
import { childrenOf } from '../core/walk.js';
import { MAX_MATCHED_LENGTH, parseRegex, positions } from '../text/regex.js';
import { variantFor } from './compile/tool-plan.js';

/** How large the data of a call and its context may be, at most. */
export interface DataSizes {
  /** Of all texts and numbers together, as JSON. */
  readonly characters: number;
  /** Members of the longest list. */
  readonly items: number;
  /** Events of the history. */
  readonly events: number;
}

/**
 * An upper bound, in steps of some tens of nanoseconds, on what one decision about a tool takes both evaluators together:
 * every test of every rule for it, every loop to its end. It tells a nested loop from a plain test; it is no estimate of time.
 */
export function effortOf(core: CorePolicy, tool: string, sizes: DataSizes): number {
  return core.rules.reduce((sum, { variants }) => {
    const variant = variantFor(variants, tool);
    return variant ? sum + effort(variant.guard, sizes) : sum;
  }, 0);
}

/** Reading a value puts its text into normal form, and the interpreter reads it at every mention. */
const CHARACTERS_PER_STEP = 50;

function effort(expr: CoreExpr, sizes: DataSizes): number {
  const { characters, items, events } = sizes;
  const of = (inner: CoreExpr): number => effort(inner, sizes);
  const below = (): number => childrenOf(expr).reduce((sum, child) => sum + of(child), 1);
  switch (expr.op) {
    case 'read':
    case 'item':
      return 1 + characters / CHARACTERS_PER_STEP;
    case 'member':
      return 1 + expr.values.length * of(expr.operand);
    case 'rank':
      return expr.order.length + of(expr.operand);
    case 'like':
      return characters + of(expr.operand);
    case 'matches':
      return Math.min(characters, MAX_MATCHED_LENGTH) * statesOf(expr.pattern) + of(expr.operand);
    case 'size':
      return characters + of(expr.operand);
    case 'contains':
      return items + below();
    case 'any':
    case 'all':
      return 1 + of(expr.list) + items * of(expr.body);
    case 'formerly':
    case 'previous':
    case 'count':
    case 'sum':
      return below() + events * (1 + expr.event.fields.length);
    case 'since':
      return below() + events * (1 + expr.event.fields.length + of(expr.holds));
    default:
      return below();
  }
}

const known = new Map<string, number>();
const MAX_KNOWN = 1_000;

function statesOf(pattern: string): number {
  let states = known.get(pattern);
  if (states === undefined) {
    const parsed = parseRegex(pattern);
    states = parsed.ok ? 1 + positions(parsed.node) : 1;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(pattern, states);
  }
  return states;
}
