import type { CoreExpr } from '../../core/ir.js';
import type { CompareOp, Expr, ExprOf, Span } from '../../syntax/ast.js';
import { pathText, subjectOf } from '../../syntax/print/expressions.js';
import { distinctValues, equalValues } from '../../values/equal.js';
import { showValue } from '../../values/show.js';
import type { Value } from '../../values/value.js';
import { literalAt } from '../literals.js';
import { checkTool } from '../targets.js';
import { BOOL, INT, isOrdered, isScalar, typeTerm } from '../../values/types.js';
import { comparisonType, fit, lowerPair } from './align.js';
import type { Lowering, Names } from './context.js';
import { joined, negated } from './logic.js';
import { containsWhereKind, memberWhereKind, whereSameKind } from './path-kind.js';
import { constant, FALSE, isUndefined, neverOf, strict, TRUE, type Typed, typed } from './typed.js';
import { numberComparison } from '../../values/numbers/num.js';

/** `a == b`, `a < b`, ...: both sides at one type and scale; null when they have none, which is reported. */
export function lowerCompare(l: Lowering, expr: ExprOf<'compare'>, names: Names): Typed | null {
  const pair = lowerPair(l, expr.left, expr.right, names, expr.span);
  if (!pair) return null;
  const [left, right] = pair;
  if (!toolsExist(l, left, [expr.right]) || !toolsExist(l, right, [expr.left])) return null;
  const known = knownTool(l, expr.op, left, right) ?? knownTool(l, expr.op, right, left);
  if (known) return known;
  if (isUndefined(left) || isUndefined(right)) return neverOf(BOOL, left, right);
  if (!comparable(l, left, expr.op, expr)) return null;
  warnConstant(l, expr, left, right);
  const test = strict(pair, () => comparing(expr.op, left, right, expr.span));
  return whereSameKind(left, right, test, expr.span);
}

/** The comparison of two operands of one type. */
const comparing = (cmp: CompareOp, left: Typed, right: Typed, span: Span): CoreExpr => ({
  op: 'compare',
  cmp,
  left: left.expr,
  right: right.expr,
  type: comparisonType(left),
  span,
});

function comparable(l: Lowering, { expr, type }: Typed, op: CompareOp, { span }: Expr): boolean {
  if (expr.op === 'undefined') return true;
  if (!isScalar(type)) {
    l.sink.report('not_comparable', span, { type: typeTerm(type) });
    return false;
  }
  if (op === '==' || op === '!=' || isOrdered(type)) return true;
  l.sink.report('not_ordered', span, { type: typeTerm(type), op });
  return false;
}

/** Reports tools the catalogue lacks among the constants that `tool` is compared with: such a test is never true. */
function toolsExist(l: Lowering, operand: Typed, others: readonly Expr[]): boolean {
  if (operand.expr.op !== 'tool') return true;
  const wrong = others.filter(
    (other) =>
      other.kind === 'literal' &&
      other.value.type === 'string' &&
      !checkTool({ text: other.value.value, span: other.span }, l.environment.catalogue, l.knownTools, l.sink),
  );
  return wrong.length === 0;
}

/** `tool == "x"` where the tool is known while lowering. */
function knownTool(l: Lowering, op: CompareOp, tool: Typed, name: Typed): Typed | null {
  if (!l.single || tool.expr.op !== 'tool' || name.expr.op !== 'const' || (op !== '==' && op !== '!=')) return null;
  return (name.expr.value === l.tool) === (op === '==') ? TRUE : FALSE;
}

/** Warns of a comparison that the bounds of the attribute decide. */
function warnConstant(l: Lowering, expr: ExprOf<'compare'>, left: Typed, right: Typed): void {
  if (left.expr.op !== 'read' || right.expr.op !== 'const' || expr.left.kind !== 'path') return;
  const { type } = left;
  if ((type.kind !== 'int' && type.kind !== 'decimal') || type.min === undefined || type.max === undefined) return;
  const bound = right.expr.value;
  if (typeof bound !== 'number') return;
  const [atMin, atMax] = [type.min, type.max].map((end) => numberComparison(expr.op)(end, bound));
  const between = type.min <= bound && bound <= type.max;
  const constantly = expr.op === '==' || expr.op === '!=' ? !between || type.min === type.max : atMin === atMax;
  if (!constantly) return;
  const show = (value: number): string => showValue(type, value);
  l.sink.report('comparison_constant', expr.span, {
    result: atMin ? '#result.true' : '#result.false',
    path: pathText(expr.left),
    min: show(type.min),
    max: show(type.max),
  });
}

/** `x in [a, b]`: constants as one test of membership, other choices as comparisons beside it. */
export function lowerIn(l: Lowering, expr: ExprOf<'in'>, names: Names): Typed | null {
  const operand = l.lower(expr.operand, names);
  if (!operand) return null;
  if (expr.items.length === 0) l.sink.report('list_empty', expr.span, {});
  if (!comparable(l, operand, '==', expr) || !toolsExist(l, operand, expr.items)) return null;
  const choices = expr.items.map((item) => choice(l, expr, item, operand, names));
  if (choices.includes(null)) return null;
  const tests = choices as (Value | Typed)[];
  const values = tests.filter((test): test is Value => !isTyped(test));
  const others = tests.filter(isTyped);
  const member = memberOf(l, operand, values, expr);
  const whole =
    others.length === 0 ? member : joined('or', values.length === 0 ? others : [member, ...others], expr.span);
  return whole && expr.negated ? negated(whole, expr) : whole;
}

const isTyped = (test: Value | Typed): test is Typed => typeof test === 'object' && 'expr' in test && 'type' in test;

/** One member of `in [...]`: the value of a constant, or the test against anything else. */
function choice(l: Lowering, expr: ExprOf<'in'>, item: Expr, operand: Typed, names: Names): Value | Typed | null {
  if (item.kind === 'literal') {
    const type = isUndefined(operand) ? null : operand.type;
    return type ? literalAt(item, type, subjectOf(expr.operand), l.sink) : false;
  }
  const test = lowerPair(l, expr.operand, item, names, item.span);
  if (!test) return null;
  const [left, right] = test;
  return whereSameKind(
    left,
    right,
    strict(test, () => comparing('==', left, right, item.span)),
    item.span,
  );
}

function memberOf(l: Lowering, operand: Typed, values: readonly Value[], { span }: Expr): Typed {
  if (isUndefined(operand)) return neverOf(BOOL, operand);
  if (l.single && operand.expr.op === 'tool') return values.includes(l.tool) ? TRUE : FALSE;
  return memberWhereKind(operand, distinctValues(values), (among) => oneOf(operand, among, span), span);
}

function oneOf(operand: Typed, values: readonly Value[], span: Span): Typed {
  const [only] = values;
  const type = comparisonType(operand);
  if (only !== undefined && values.length === 1)
    return typed(comparing('==', operand, constant(only, type), span), BOOL);
  return typed({ op: 'member', operand: operand.expr, values, type, span }, BOOL);
}

/** `list.contains(x)` and `list contains x`; null when there is no list of single values, which is reported. */
export function lowerContains(l: Lowering, expr: ExprOf<'contains'>, names: Names): Typed | null {
  const list = l.lower(expr.list, names);
  if (!list) return null;
  if (isUndefined(list)) return neverOf(BOOL, list);
  if (list.type.kind !== 'list') {
    const advice = list.type.kind === 'string' ? '#advice.part' : '';
    return l.sink.reject('not_list', expr.list.span, { op: 'contains', type: typeTerm(list.type), advice });
  }
  const { of } = list.type;
  l.subject = subjectOf(expr.list);
  const item = l.lower(expr.item, names, of);
  if (!item) return null;
  if (!isScalar(of)) return l.sink.reject('not_comparable', expr.span, { type: typeTerm(of) });
  const fitted = isUndefined(item) ? item : fit(item, of);
  if (!fitted) return l.sink.reject('type_mismatch', expr.span, { left: typeTerm(of), right: typeTerm(item.type) });
  const found = strict([fitted], () => ({ op: 'contains', list: list.expr, item: fitted.expr, span: expr.span }));
  const test = containsWhereKind(list, fitted, found, expr.span);
  return expr.negated ? negated(test, expr) : test;
}

/** `x in_order [...] >= y`: ranks are compared; null when y is not in the order, which is reported. */
export function lowerInOrder(l: Lowering, expr: ExprOf<'in_order'>, names: Names): Typed | null {
  const operand = l.lower(expr.operand, names);
  if (!operand || !comparable(l, operand, '==', expr)) return null;
  if (isUndefined(operand)) return neverOf(BOOL, operand);
  const path = subjectOf(expr.operand);
  const order = expr.order.map((item) => literalAt(item, operand.type, path, l.sink));
  const bound = literalAt(expr.bound, operand.type, path, l.sink);
  if (bound === null || order.includes(null)) return null;
  const values = order as Value[];
  const position = values.findIndex((value) => equalValues(value, bound));
  if (position < 0)
    return l.sink.reject('order_bound', expr.bound.span, {
      value: JSON.stringify(bound),
      order: JSON.stringify(values),
    });
  const rank = typed({ op: 'rank', operand: operand.expr, order: values }, INT);
  return typed(comparing(expr.op, rank, constant(position, INT), expr.span), BOOL);
}
