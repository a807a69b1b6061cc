import type { CompareOp, Expr, Literal } from '@ostiary/policy';
import type { Attributes, Kind } from '../shared/attributes.js';
import { bool, compare, globOf, has, like, matches, number, oneOf, path, text } from '../shared/build.js';
import { test, type Truth } from '../shared/truth.js';
import { fieldOf, itemsOf, textOf, type Tree } from '../shared/yaml.js';
import { wholeRegex } from './regex.js';

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
  const constant = value && literalOf(value);
  const cmp = ORDER[op];
  if (cmp !== undefined) {
    if (!constant || (op !== 'eq' && op !== 'neq' && constant.kind !== 'number')) return null;
    return reads(constant.kind, (of) => compare(cmp, of, constant.literal));
  }
  switch (op) {
    case 'in':
    case 'not_in': {
      const all = itemsOf(value).map(literalOf);
      const [first] = all;
      if (!first || !all.every((each) => each?.kind === first.kind)) return null;
      const found = reads(first.kind, (of) =>
        oneOf(
          of,
          all.flatMap((each) => each?.literal ?? []),
        ),
      );
      return found && (op === 'in' ? found : { holds: found.fails, fails: found.holds, mayFail: true });
    }
    case 'regex': {
      const whole = wholeRegex(textOf(value) ?? '');
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

function literalOf(value: Tree): { readonly kind: 'text' | 'number' | 'bool'; readonly literal: Literal } | null {
  if (value.kind === 'text') return { kind: 'text', literal: text(value.text) };
  if (value.kind === 'number') return { kind: 'number', literal: number(value.digits) };
  return value.kind === 'bool' ? { kind: 'bool', literal: bool(value.value) } : null;
}
