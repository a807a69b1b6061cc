import type { CompareOp, Expr } from '@ostiary/policy';
import type { Attributes, Kind } from '../shared/attributes.js';
import { compare, globOf, has, like, matches, oneOf, path } from '../shared/build.js';
import { constantOf, constantsOf } from '../shared/constants.js';
import { test, type Truth } from '../shared/truth.js';
import { fieldOf, itemsOf, textOf, type Tree } from '../shared/yaml.js';
import { wholeRegex } from '../shared/regex.js';

/** What a call must be for a rule to let it through. */
export interface Condition {
  readonly path: readonly string[];
  readonly op: string;
  readonly value: Tree | undefined;
  readonly tree: Tree;
}

export function conditionsOf(rule: Tree): readonly Condition[] {
  return itemsOf(fieldOf(rule, 'conditions')).map((tree) => ({
    path: (textOf(fieldOf(tree, 'path')) ?? '').split('.'),
    op: textOf(fieldOf(tree, 'op')) ?? '',
    value: fieldOf(tree, 'value'),
    tree,
  }));
}

export const ORDER: Readonly<Record<string, CompareOp>> = {
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  eq: '==',
  neq: '!=',
};

/** A test of an argument; null: it has no counterpart. What is absent leaves it without a value, so that the rule refuses, as there. */
export function truthOf({ path: [, ...segments], op, value }: Condition, attributes: Attributes): Truth | null {
  const place = path('args', segments);
  const reads = (kind: Kind, make: (of: Expr) => Expr): Truth | null =>
    attributes.read(segments, kind) ? test(make(place), true) : null;
  const constant = value && constantOf(value);
  const cmp = ORDER[op];
  if (cmp !== undefined) {
    if (!constant || (op !== 'eq' && op !== 'neq' && constant.kind !== 'number')) return null;
    return reads(constant.kind, (of) => compare(cmp, of, constant.literal));
  }
  switch (op) {
    case 'in':
    case 'not_in': {
      const all = constantsOf(itemsOf(value));
      const found = all && reads(all.kind, (of) => oneOf(of, all.literals));
      return found && (op === 'in' ? found : { holds: found.fails, fails: found.holds, mayFail: true });
    }
    case 'regex': {
      const whole = wholeRegex(textOf(value) ?? '', { endsBeforeLineFeed: false });
      return whole === null ? null : reads('text', (of) => matches(of, whole));
    }
    case 'contains': {
      const part = textOf(value);
      return part === undefined ? null : reads('text', (of) => like(of, globOf([null, part, null])));
    }
    case 'exists': {
      attributes.read(segments, 'any');
      const there = test(has(place), false);
      if (value?.kind !== 'bool') return null;
      return value.value ? there : { holds: there.fails, fails: there.holds, mayFail: false };
    }
    default:
      return null;
  }
}
