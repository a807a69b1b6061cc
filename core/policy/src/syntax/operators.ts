import type { CompareOp } from './ast.js';

/**
 * Binding powers, loosest first. The parser's one loop and the printer's parentheses both read them from here.
 * `test` covers comparisons, `in`, `like`, `has`, ...: they do not chain.
 */
export const BINDING = { or: 1, and: 2, test: 3, or_else: 4, sum: 5, product: 6, prefix: 7, postfix: 8 } as const;

export type InfixKind =
  | 'or'
  | 'and'
  | 'compare'
  | 'in'
  | 'like'
  | 'matches'
  | 'contains'
  | 'in_order'
  | 'has'
  | 'not'
  | 'or_else'
  | 'sum'
  | 'product';

/** Comparisons as other languages write them. The words stand where only an operator may. */
export const FOREIGN_COMPARISONS: Readonly<Record<string, CompareOp>> = {
  '=': '==',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '=<': '<=',
  '=>': '>=',
  is: '==',
  equals: '==',
  eq: '==',
  ne: '!=',
  neq: '!=',
  lt: '<',
  le: '<=',
  lte: '<=',
  gt: '>',
  ge: '>=',
  gte: '>=',
};

/** What a sign or word means between two operands. `or` is looked at twice: `or else` binds tighter. */
export const INFIX: ReadonlyMap<string, { readonly kind: InfixKind; readonly power: number }> = new Map(
  Object.entries({
    '||': { kind: 'or', power: BINDING.or },
    or: { kind: 'or', power: BINDING.or },
    '&&': { kind: 'and', power: BINDING.and },
    and: { kind: 'and', power: BINDING.and },
    '==': { kind: 'compare', power: BINDING.test },
    '!=': { kind: 'compare', power: BINDING.test },
    '<': { kind: 'compare', power: BINDING.test },
    '<=': { kind: 'compare', power: BINDING.test },
    '>': { kind: 'compare', power: BINDING.test },
    '>=': { kind: 'compare', power: BINDING.test },
    ...Object.fromEntries(
      Object.keys(FOREIGN_COMPARISONS).map((found) => [found, { kind: 'compare', power: BINDING.test } as const]),
    ),
    in: { kind: 'in', power: BINDING.test },
    not: { kind: 'not', power: BINDING.test },
    like: { kind: 'like', power: BINDING.test },
    matches: { kind: 'matches', power: BINDING.test },
    contains: { kind: 'contains', power: BINDING.test },
    in_order: { kind: 'in_order', power: BINDING.test },
    has: { kind: 'has', power: BINDING.test },
    '+': { kind: 'sum', power: BINDING.sum },
    '-': { kind: 'sum', power: BINDING.sum },
    '*': { kind: 'product', power: BINDING.product },
  } as const),
);
