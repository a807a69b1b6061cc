import type { Type } from '@ostiary/catalogue';
import type { Expr, ExprOf, Literal } from '../../syntax/ast.js';
import { normaliseString } from '../../values/strings.js';
import { literalAt, ownType } from '../literals.js';
import { baseOf, BOOL, INT, typeTerm } from '../../values/types.js';
import { align } from './align.js';
import { lowerArithmetic, lowerConvert, lowerNegate } from './arithmetic.js';
import { lowerCompare, lowerContains, lowerIn, lowerInOrder } from './compare.js';
import type { Lowering, Names } from './context.js';
import { lowerDefine } from './defines.js';
import { lowerOrElse } from './fallback.js';
import { dropGaps } from './gaps.js';
import { joined, negated } from './logic.js';
import { lowerHas, lowerPath } from './paths.js';
import { lowerList, overItem } from './items.js';
import { lowerInRange, lowerUnder } from './places.js';
import { lowerPattern } from './patterns.js';
import { lowerInList, lowerSet } from './sets.js';
import { lowerTotal } from './total.js';
import { constant, isConst, isUndefined, neverOf, type Typed, typed, unaskedIn } from './typed.js';

/**
 * Lowers one expression; null when an error in it was reported. `expected` is the type of what stands beside it, which
 * constants take on.
 */
export function lower(l: Lowering, expr: Expr, names: Names, expected?: Type): Typed | null {
  return l.budget.within(() => dispatch(l, expr, names, expected));
}

/** Lowers a test: what must be true or false. */
export function lowerTest(l: Lowering, expr: Expr, names: Names): Typed | null {
  const value = l.lower(expr, names, BOOL);
  if (!value) return null;
  if (isUndefined(value)) return neverOf(BOOL, value);
  if (value.type.kind === 'bool') return value;
  return l.sink.reject('not_boolean', expr.span, { type: typeTerm(value.type) });
}

function dispatch(l: Lowering, expr: Expr, names: Names, expected: Type | undefined): Typed | null {
  switch (expr.kind) {
    case 'literal':
      return lowerLiteral(l, expr, expected);
    case 'path':
      return lowerPath(l, expr, names);
    case 'has':
      return lowerHas(l, expr.target, names);
    case 'not': {
      const operand = lowerTest(l, expr.operand, names);
      return operand && negated(operand, expr);
    }
    case 'negate':
      return lowerNegate(l, expr, names, expected);
    case 'logic':
      return lowerLogic(l, expr, names);
    case 'compare':
      return lowerCompare(l, expr, names);
    case 'arithmetic':
      return lowerArithmetic(l, expr, names, expected);
    case 'in':
      return lowerIn(l, expr, names);
    case 'like':
    case 'matches':
      return lowerPattern(l, expr, names);
    case 'under':
      return lowerUnder(l, expr, names);
    case 'in_range':
      return lowerInRange(l, expr, names);
    case 'in_order':
      return lowerInOrder(l, expr, names);
    case 'contains':
      return lowerContains(l, expr, names);
    case 'in_list':
      return lowerInList(l, expr, names);
    case 'set':
      return lowerSet(l, expr, names);
    case 'items':
      return null;
    case 'size':
      return lowerSize(l, expr, names);
    case 'quantifier':
      return lowerQuantifier(l, expr, names);
    case 'total':
      return lowerTotal(l, expr, names);
    case 'if':
      return lowerIf(l, expr, names, expected);
    case 'or_else':
      return lowerOrElse(l, expr, names, expected);
    case 'call':
      return lowerDefine(l, expr.name, expr.args, names);
    case 'label':
      return lowerLabel(l, expr);
    case 'confirmed':
      return typed({ op: 'confirmed', span: expr.span }, BOOL);
    case 'convert':
      return lowerConvert(l, expr, names);
  }
}

function lowerLiteral(l: Lowering, literal: Literal, expected?: Type): Typed | null {
  const type = expected && expected.kind !== 'any' ? expected : ownType(literal.value);
  const value = literalAt(literal, type, l.subject, l.sink);
  return value === null ? null : constant(value, baseOf(type));
}

function lowerLogic(l: Lowering, expr: ExprOf<'logic'>, names: Names): Typed | null {
  const operands: Expr[] = [];
  let left: Expr = expr;
  for (; left.kind === 'logic' && left.op === expr.op; left = left.left) operands.push(left.right);
  operands.push(left);
  const before = l.missing.length;
  const tests = operands.toReversed().map((operand) => lowerTest(l, operand, names));
  const result = joined(expr.op === '&&' ? 'and' : 'or', tests, expr.span);
  // A part that decides the whole hides the gaps of the others.
  if (result?.expr.op === 'const') dropGaps(l, before);
  return result;
}

function lowerSize(l: Lowering, expr: ExprOf<'size'>, names: Names): Typed | null {
  const operand = l.lower(expr.operand, names);
  if (!operand) return null;
  if (isUndefined(operand)) return neverOf(INT, operand);
  if (operand.type.kind === 'list' || operand.type.kind === 'string') {
    return typed({ op: 'size', operand: operand.expr }, { kind: 'int', min: 0 });
  }
  return l.sink.reject('not_sized', expr.span, { type: typeTerm(operand.type) });
}

function lowerQuantifier(l: Lowering, expr: ExprOf<'quantifier'>, names: Names): Typed | null {
  const list = lowerList(l, expr.list, expr.quantifier, names);
  if (!list) return null;
  if (list.type.kind !== 'list') return neverOf(BOOL, list);
  const body = overItem(l, list.type.of, expr.variable, names, (inner) => lowerTest(l, expr.body, inner));
  return body && typed({ op: expr.quantifier, list: list.expr, body: body.expr, span: expr.span }, BOOL);
}

function lowerIf(l: Lowering, expr: ExprOf<'if'>, names: Names, expected: Type | undefined): Typed | null {
  const condition = lowerTest(l, expr.condition, names);
  const mark = l.missing.length;
  const then = l.lower(expr.then, names, expected);
  const middle = l.missing.length;
  const otherwise = l.lower(expr.else, names, expected ?? (then && then.type.kind !== 'any' ? then.type : undefined));
  if (!condition || !then || !otherwise) return null;
  if (isConst(condition.expr, true) && unaskedIn(condition.expr).length === 0) {
    dropGaps(l, middle);
    return then;
  }
  if (isConst(condition.expr, false) && unaskedIn(condition.expr).length === 0) {
    const later = l.missing.splice(middle);
    dropGaps(l, mark);
    for (const gap of later) l.missing.push(gap);
    return otherwise;
  }
  const pair = align(l, then, otherwise, expr.span);
  if (!pair) return null;
  const type = isUndefined(pair[0]) ? pair[1].type : pair[0].type;
  if (isUndefined(condition) || (isUndefined(then) && isUndefined(otherwise)))
    return neverOf(type, condition, then, otherwise);
  return typed({ op: 'if', condition: condition.expr, then: pair[0].expr, else: pair[1].expr }, type);
}

function lowerLabel(l: Lowering, expr: ExprOf<'label'>): Typed | null {
  const { target, span } = expr;
  const label = normaliseString('keyword', expr.label);
  if (label === null)
    return l.sink.reject('literal_invalid', span, { literal: JSON.stringify(expr.label), type: '#type.keyword' });
  if (!target) return typed({ op: 'label', slot: null, label, span }, BOOL);
  if (target.root !== 'args')
    return l.sink.reject('expected', target.span, { expected: '`args.`', found: '#token.path' });
  const path = target.segments.map(({ text }) => text);
  const found = l.environment.typeOf(l.tool, 'args', path);
  if (!found) {
    // What others label is not there; but whether anything is labelled may not be known.
    l.missing.push({ path: target, presence: true });
    return typed({ op: 'label', slot: l.slots.slotFor('args', path, { kind: 'any' }, false), label, span }, BOOL);
  }
  return typed({ op: 'label', slot: l.slots.slotFor('args', path, found.type, found.required), label, span }, BOOL);
}
