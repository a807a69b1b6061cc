import type { Expr, ExprOf, Literal, PathExpr, Span } from '../../syntax/ast.js';
import { listNamed } from '../lists.js';
import { lookUp } from '../scope.js';
import { typeTerm } from '../../values/types.js';
import { lowerIn } from './compare.js';
import type { Lowering, Names } from './context.js';
import { isUndefined, type Typed } from './typed.js';

const isBound =
  (names: Names) =>
  (name: string): boolean =>
    lookUp(names, name) !== null;

/** `x in list` is the list containing `x`. */
export function lowerInList(l: Lowering, expr: ExprOf<'in_list'>, names: Names): Typed | null {
  const { negated, operand, span } = expr;
  const named = listNamed(l.lists, expr.list, isBound(names));
  if (named) return lowerIn(l, { kind: 'in', negated, operand, items: named.items, span }, names);
  if (!isList(l, expr.list, 'in', names)) return null;
  return l.lower({ kind: 'contains', negated, list: expr.list, item: operand, span }, names);
}

/**
 * A test of two sets, written out in quantifiers and `contains`. The tests that are always the neutral value are there to
 * be undefined where a list is.
 */
export function lowerSet(l: Lowering, expr: ExprOf<'set'>, names: Names): Typed | null {
  const items = expr.other.kind === 'items' ? expr.other.items : listNamed(l.lists, expr.other, isBound(names))?.items;
  const lists = items ? [expr.list] : [expr.list, expr.other];
  if (!lists.map((list) => isList(l, list, expr.test, names)).every(Boolean)) return null;
  return l.lower(items ? withConstants(expr, items) : withList(expr), names);
}

/** Whether a list stands here; reported under the name of the test as it was written. */
function isList(l: Lowering, expr: Expr, op: string, names: Names): boolean {
  const list = l.lower(expr, names);
  if (!list || isUndefined(list) || list.type.kind === 'list') return list !== null;
  const advice = list.type.kind === 'string' ? '#advice.part' : '';
  l.sink.report('not_list', expr.span, { op, type: typeTerm(list.type), advice });
  return false;
}

// No name in a text has a space in it.
const ITEM = 'an item';

function withConstants({ test, list, span }: ExprOf<'set'>, items: readonly Literal[]): Expr {
  const one = (): Expr => ({ kind: 'in', negated: false, operand: item(span), items, span });
  if (test === 'containsAny') return quantified('any', list, items.length > 0 ? one() : truth(false, span), span);
  const among = items.length > 0 ? one() : truth(false, span);
  const first = quantified('all', list, test === 'containsOnly' ? among : truth(true, span), span);
  const held = items.map((each): Expr => ({ kind: 'contains', negated: false, list, item: each, span }));
  return conjunction([first, ...held], span);
}

/** As a balanced tree: a list of many constants must not be as deep as it is long. */
function conjunction(tests: readonly Expr[], span: Span): Expr {
  const [first, ...rest] = tests;
  if (!first) return truth(true, span);
  if (rest.length === 0) return first;
  const middle = tests.length >> 1;
  return both(conjunction(tests.slice(0, middle), span), conjunction(tests.slice(middle), span), span);
}

function withList({ test, list, other, span }: ExprOf<'set'>): Expr {
  const holds = (whole: Expr): Expr => ({ kind: 'contains', negated: false, list: whole, item: item(span), span });
  if (test === 'containsAny') {
    const found = quantified('any', other, holds(list), span);
    return { kind: 'logic', op: '||', left: quantified('any', list, truth(false, span), span), right: found, span };
  }
  const all = quantified('all', other, holds(list), span);
  return both(quantified('all', list, test === 'containsOnly' ? holds(other) : truth(true, span), span), all, span);
}

const item = (span: Span): PathExpr => ({
  kind: 'path',
  root: null,
  segments: [{ text: ITEM, span }],
  bare: false,
  span,
});

const truth = (value: boolean, span: Span): Expr => ({ kind: 'literal', value: { type: 'bool', value }, span });

const both = (left: Expr, right: Expr, span: Span): Expr => ({ kind: 'logic', op: '&&', left, right, span });

const quantified = (quantifier: 'any' | 'all', list: Expr, body: Expr, span: Span): Expr => ({
  kind: 'quantifier',
  quantifier,
  list,
  variable: { text: ITEM, span },
  body,
  span,
});
