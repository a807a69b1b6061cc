import type { Type } from '@ostiary/catalogue';
import type { CoreExpr, CorePolicy, CoreRule, CoreVariant, Slot } from '../core/ir.js';
import { within } from '../core/walk.js';
import { variantFor } from '../evaluate/compile/tool-plan.js';
import { readValue } from '../values/read.js';
import type { Money, Value } from '../values/value.js';
import { toWire } from '../values/wire.js';
import { Line } from './line.js';
import { getOrMake } from '../maps.js';

/** A literal that rules order a value of the call against. */
export interface Threshold {
  readonly slot: Slot;
  readonly literal: Value;
  /** One step below the literal, it, and one above, as far as the type has them. Without a unit of its own a decimal has the literal's. */
  readonly around: readonly Value[];
  /** Ids. */
  readonly rules: ReadonlySet<string>;
  /** Whether one of the rules compares so for calls of a tool. */
  readonly concerns: (tool: string) => boolean;
}

const ORDERINGS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** Every number or amount that some rule compares a plain value with, in the order of the policy. */
export function thresholdsOf(policy: CorePolicy): readonly Threshold[] {
  const found = new Map<string, { slot: Slot; literal: Value; in: { rule: CoreRule; variant: CoreVariant }[] }>();
  for (const rule of policy.rules) {
    for (const variant of rule.variants) {
      for (const [index, literal] of orderedReads(variant.guard)) {
        const slot = policy.slots[index];
        if (!slot) continue;
        const key = JSON.stringify([index, literal]);
        getOrMake(found, key, () => ({ slot, literal, in: [] })).in.push({ rule, variant });
      }
    }
  }
  return [...found.values()].flatMap(({ slot, literal, in: places }) => {
    const around = neighbours(slot.type, literal);
    if (around.length === 0) return [];
    const rules = new Set(places.map(({ rule }) => rule.id));
    const concerns = (tool: string): boolean =>
      places.some(({ rule, variant }) => variantFor(rule.variants, tool) === variant);
    return [{ slot, literal, around, rules, concerns }];
  });
}

/** Pairs of a slot and the literal it is ordered against, anywhere in a guard. */
function* orderedReads(guard: CoreExpr): Generator<readonly [number, Value]> {
  for (const expr of within(guard)) {
    if (expr.op !== 'compare' || !ORDERINGS.has(expr.cmp)) continue;
    const { left, right } = expr;
    if (left.op === 'read' && right.op === 'const') yield [left.slot, right.value];
    if (right.op === 'read' && left.op === 'const') yield [right.slot, left.value];
  }
}

function neighbours(type: Type, literal: Value): readonly Value[] {
  if (type.kind !== 'int' && type.kind !== 'decimal' && type.kind !== 'money') return [];
  const line = Line.written(type, [literal]);
  const currency = type.kind === 'money' ? (literal as Money).currency : '';
  // Whether a call can carry the value: bounds and currencies of the type leave it.
  const exists = (value: Value): boolean => readValue(type, toWire(type, value), {}).ok;
  return (line?.near(literal) ?? []).flatMap((point) => line?.valueAt(point, currency) ?? []).filter(exists);
}
