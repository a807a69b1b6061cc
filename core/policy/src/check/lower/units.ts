import type { Type } from '@ostiary/catalogue';
import type { Expr, ExprOf, LiteralValue, PathExpr } from '../../syntax/ast.js';
import { partType } from '../../values/parts.js';
import { followFields, resolvePath } from '../environment.js';
import { possibleCurrencies } from '../literals.js';
import { lookUp } from '../scope.js';
import { DECIMAL, DURATION, INT, MONEY, TIME } from '../../values/types.js';
import type { Lowering, Names } from './context.js';

/**
 * What an expression that adds up counts: a number, a duration, or money, with its currency where one is known. It is read from the
 * expression as it is written, so that nothing of it depends on which tool lacks what. Null: nothing says.
 */
export function unitOf(l: Lowering, expr: Expr, names: Names): Type | null {
  const unit = typeOf(l, expr, names);
  return unit?.kind === 'time' ? null : unit;
}

function typeOf(l: Lowering, expr: Expr, names: Names): Type | null {
  return l.budget.within(() => dispatch(l, expr, names));
}

function dispatch(l: Lowering, expr: Expr, names: Names): Type | null {
  const of = (inner: Expr): Type | null => typeOf(l, inner, names);
  switch (expr.kind) {
    case 'literal':
      return literalUnit(expr.value);
    case 'path':
      return counted(wholeType(l, expr, names));
    case 'negate':
      return of(expr.operand);
    case 'arithmetic':
      return arithmeticUnit(expr, of(expr.left), of(expr.right));
    case 'if':
      return common(of(expr.then), of(expr.else));
    case 'or_else':
      return common(of(expr.operand), of(expr.fallback));
    case 'size':
      return INT;
    case 'convert':
      return { kind: 'money', currencies: [expr.currency.text] };
    case 'total': {
      const list = wholeType(l, expr.list, names);
      if (list?.kind !== 'list') return null;
      const item = { kind: 'item', level: l.level, type: list.of } as const;
      return typeOf(l, expr.body, { name: expr.variable.text, binding: item, outer: names });
    }
    case 'call':
      return inDefine(l, expr.name.text, expr.args, names, typeOf);
    default:
      return null;
  }
}

/** The whole type of what a list, a record or a value is read from. */
function wholeType(l: Lowering, expr: Expr, names: Names): Type | null {
  switch (expr.kind) {
    case 'path':
      return pathType(l, expr, names);
    case 'if':
      return wholeType(l, expr.then, names) ?? wholeType(l, expr.else, names);
    case 'or_else':
      return wholeType(l, expr.operand, names) ?? wholeType(l, expr.fallback, names);
    case 'call':
      return inDefine(l, expr.name.text, expr.args, names, wholeType);
    default:
      return typeOf(l, expr, names);
  }
}

function pathType(l: Lowering, path: PathExpr, names: Names): Type | null {
  const segments = path.segments.map(({ text }) => text);
  switch (path.root) {
    case 'tool':
    case 'answer':
    case 'executes':
      return null;
    case null: {
      const [head = '', ...steps] = segments;
      const bound = lookUp(names, head);
      const whole = bound ? bound.type : inDefine(l, head, [], names, wholeType);
      return steps.reduce<Type | null>((type, step) => type && stepType(type, step), whole);
    }
    default: {
      const found = resolvePath(l.environment, l.tool, path.root, segments);
      if (found || path.root !== 'args') return found?.type ?? null;
      const shared = l.environment.sharedType(l.scope, segments);
      return shared === 'mixed' ? null : shared;
    }
  }
}

function stepType(type: Type, step: string): Type | null {
  if (type.kind === 'record' || type.kind === 'map') return followFields(type, [step])?.type ?? null;
  return type.kind === 'string' ? partType(type.format, step) : null;
}

function inDefine(
  l: Lowering,
  name: string,
  args: readonly Expr[],
  names: Names,
  read: (l: Lowering, body: Expr, inner: Names) => Type | null,
): Type | null {
  const define = l.defines.get(name);
  if (!define) return null;
  let inner: Names = null;
  for (const [index, param] of define.params.entries()) {
    const expr = args[index];
    if (!expr) return null;
    inner = { name: param.name, binding: { kind: 'param', type: param.type, expr, scope: names }, outer: inner };
  }
  return l.budget.within(() => read(l, define.define.body, inner));
}

/** A type as what it counts; null of what does not add up. */
function counted(type: Type | null): Type | null {
  switch (type?.kind) {
    case 'int':
    case 'decimal':
      return DECIMAL;
    case 'duration':
      return DURATION;
    case 'time':
      return TIME;
    case 'money': {
      const currencies = possibleCurrencies(type);
      return currencies?.length === 1 ? { kind: 'money', currencies } : MONEY;
    }
    default:
      return null;
  }
}

function literalUnit(value: LiteralValue): Type | null {
  switch (value.type) {
    case 'int':
    case 'decimal':
      return DECIMAL;
    case 'duration':
      return DURATION;
    case 'money':
      return { kind: 'money', currencies: [value.currency] };
    case 'string':
    case 'bool':
      return null;
  }
}

function arithmeticUnit({ op, left, right }: ExprOf<'arithmetic'>, a: Type | null, b: Type | null): Type | null {
  if (op === '*') return [a, b].find((side) => side?.kind === 'money' || side?.kind === 'duration') ?? (a && b);
  if (a?.kind !== 'time' && b?.kind !== 'time') return common(a, b);
  const isInstant = (side: Expr, type: Type | null): boolean =>
    type?.kind === 'time' || (side.kind === 'literal' && side.value.type === 'string');
  return op === '-' && isInstant(left, a) && isInstant(right, b) ? DURATION : TIME;
}

/** Of two amounts in currencies that are not known to be the same, the currency is not known. */
function common(a: Type | null, b: Type | null): Type | null {
  if (a?.kind !== 'money' || b?.kind !== 'money') return a ?? b;
  return a.currencies?.[0] === b.currencies?.[0] ? a : MONEY;
}
