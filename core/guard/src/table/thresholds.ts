import type { Type } from '@ostiary/catalogue';
import {
  childrenOf,
  type CoreExpr,
  type CorePolicy,
  type Money,
  readValue,
  type Slot,
  toWire,
  type Value,
} from '@ostiary/policy';

/** A literal that a rule orders a value of the call against. */
export interface Threshold {
  readonly slot: Slot;
  readonly literal: Value;
  /** c-1u, c, c+1u, as far as the type has them; u is 1, or the smallest unit of a decimal or an amount. */
  readonly around: readonly Value[];
  readonly rules: ReadonlySet<string>;
  /** Tools of the rules; null: any. */
  readonly tools: ReadonlySet<string> | null;
}

const ORDERINGS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** Every number or amount that some rule compares a plain value with, in the order of the policy. */
export function thresholdsOf(policy: CorePolicy): readonly Threshold[] {
  const found = new Map<
    string,
    { slot: Slot; literal: Value; around: readonly Value[]; rules: Set<string>; tools: Set<string> | null }
  >();
  for (const rule of policy.rules) {
    for (const { tools, guard } of rule.variants) {
      for (const [index, literal] of orderedReads(guard)) {
        const slot = policy.slots[index];
        const around = slot ? neighbours(slot.type, literal) : [];
        if (slot === undefined || around.length === 0) continue;
        const key = JSON.stringify([index, literal]);
        const known = found.get(key) ?? { slot, literal, around, rules: new Set<string>(), tools: new Set<string>() };
        known.rules.add(rule.id);
        if (tools === null) known.tools = null;
        else for (const tool of tools) known.tools?.add(tool);
        found.set(key, known);
      }
    }
  }
  return [...found.values()];
}

/** Pairs of a slot and the literal it is ordered against, anywhere in a guard. */
function* orderedReads(expr: CoreExpr): Generator<readonly [number, Value]> {
  if (expr.op === 'compare' && ORDERINGS.has(expr.cmp)) {
    const { left, right } = expr;
    if (left.op === 'read' && right.op === 'const') yield [left.slot, right.value];
    if (right.op === 'read' && left.op === 'const') yield [right.slot, left.value];
  }
  for (const inner of childrenOf(expr)) yield* orderedReads(inner);
}

function neighbours(type: Type, literal: Value): readonly Value[] {
  if (type.kind === 'int' || type.kind === 'decimal') {
    return [-1, 0, 1].map((step) => (literal as number) + step).filter((value) => exists(type, value));
  }
  if (type.kind !== 'money') return [];
  const { minor, currency } = literal as Money;
  return [-1, 0, 1].map((step) => ({ minor: minor + step, currency })).filter((value) => exists(type, value));
}

/** Whether a call can carry the value: bounds and currencies of the type leave it. */
function exists(type: Type, value: Value): boolean {
  return readValue(type, toWire(type, value), {}).ok;
}
