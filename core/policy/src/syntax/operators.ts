import { byWord } from '../text/words.js';
import type { CompareOp } from './ast.js';

/**
 * Binding powers, loosest first. The parser's one loop and the printer's parentheses both read them from here.
 * `test` covers comparisons, `in`, `like`, `has`, ...: they do not chain.
 */
export const BINDING = { or: 1, and: 2, test: 3, or_else: 4, sum: 5, product: 6, prefix: 7, postfix: 8 } as const;

/** Comparisons as other languages write them. The words stand where only an operator may. */
export const FOREIGN_COMPARISONS = byWord<CompareOp>({
  '==': '= === is equals eq',
  '!=': '!== <> ne neq',
  '<': 'lt',
  '<=': '=< le lte',
  '>': 'gt',
  '>=': '=> ge gte',
});

const INFIX_KINDS = byWord({
  or: '|| or',
  and: '&& and',
  compare: ['== != < <= > >=', ...FOREIGN_COMPARISONS.keys()].join(' '),
  in: 'in',
  not: 'not',
  like: 'like',
  matches: 'matches',
  contains: 'contains',
  in_order: 'in_order',
  has: 'has',
  sum: '+ -',
  product: '*',
});

/** What stands between two operands, and how tightly it binds. */
export interface Infix {
  readonly kind: InfixKind | 'or_else';
  readonly power: number;
}

type InfixKind = typeof INFIX_KINDS extends ReadonlyMap<string, infer Kind> ? Kind : never;

/** Kinds that are not here are tests. */
const POWERS: Readonly<Partial<Record<string, number>>> = BINDING;

/** What a sign or word means between two operands. `or` is looked at twice: `or else` binds tighter. */
export function infixOf(text: string): Infix | null {
  const kind = INFIX_KINDS.get(text);
  return kind ? { kind, power: POWERS[kind] ?? BINDING.test } : null;
}
