import type { Type } from '@ostiary/catalogue';
import type { Expr, ExprOf } from '../../syntax/ast.js';
import { type Dynamic, missing } from './dynamic.js';
import { defineScope, lookUp, type Scope } from './scope.js';
import { typeBeside, type World } from './world.js';

/** What would be added, had there been something to add: `?` is money in a currency that is not known. */
type Counted = 'number' | 'duration' | 'time' | '?' | { readonly currency: string };

/** The sum over a list without items: 0 of what the expression counts; undefined where its currency is not known. */
export function nothingOf(expr: ExprOf<'total'>, world: World, scope: Scope): Dynamic {
  const counted = ofTotal(expr, world, scope);
  if (counted === null || counted === 'time') return missing('absent');
  if (counted === 'number') return { kind: 'number', units: 0n, scale: 0 };
  if (counted === 'duration') return { kind: 'duration', ms: 0n, scale: 0 };
  if (counted === '?') return missing('currency_unknown');
  return { kind: 'money', minor: 0n, scale: 0, currency: counted.currency };
}

function ofTotal({ list, variable, body }: ExprOf<'total'>, world: World, scope: Scope): Counted | null {
  const type = typeBeside(list, world, scope);
  if (type?.kind !== 'list') return null;
  return countedBy(body, world, { name: variable.text, item: missing('absent'), type: type.of, outer: scope });
}

function countedBy(expr: Expr, world: World, scope: Scope): Counted | null {
  switch (expr.kind) {
    case 'literal':
      switch (expr.value.type) {
        case 'int':
        case 'decimal':
          return 'number';
        case 'money':
          return { currency: expr.value.currency };
        case 'duration':
          return 'duration';
        default:
          return null;
      }
    case 'path': {
      const [head, ...steps] = expr.segments;
      const define = expr.root === null && head && !lookUp(scope, head.text) && world.defines.get(head.text);
      if (define && steps.length === 0) return countedBy(define.body, world, null);
      return countedAt(typeBeside(expr, world, scope));
    }
    case 'negate':
      return countedBy(expr.operand, world, scope);
    case 'size':
      return 'number';
    case 'convert':
      return { currency: expr.currency.text };
    case 'total':
      return ofTotal(expr, world, scope);
    case 'if':
      return either(countedBy(expr.then, world, scope), countedBy(expr.else, world, scope));
    case 'or_else':
      return either(countedBy(expr.operand, world, scope), countedBy(expr.fallback, world, scope));
    case 'call': {
      const define = world.defines.get(expr.name.text);
      return define ? countedBy(define.body, world, defineScope(define, expr.args, scope)) : null;
    }
    case 'arithmetic':
      return ofArithmetic(expr, countedBy(expr.left, world, scope), countedBy(expr.right, world, scope));
    default:
      return null;
  }
}

function countedAt(type: Type | null): Counted | null {
  switch (type?.kind) {
    case 'int':
    case 'decimal':
      return 'number';
    case 'duration':
    case 'time':
      return type.kind;
    case 'money': {
      const [only, ...others] = type.currencies ?? (type.currency === undefined ? [] : [type.currency]);
      return only === undefined || others.length > 0 ? '?' : { currency: only };
    }
    default:
      return null;
  }
}

function ofArithmetic(
  { op, left, right }: ExprOf<'arithmetic'>,
  first: Counted | null,
  second: Counted | null,
): Counted | null {
  if (op === '*') {
    if (first === null || first === 'number') return second === 'number' ? first : second;
    return first;
  }
  if (first !== 'time' && second !== 'time') return either(first, second);
  // A text beside a time is a time.
  const instants = [left, right].filter(
    (side, i) => [first, second][i] === 'time' || (side.kind === 'literal' && side.value.type === 'string'),
  );
  return op === '-' && instants.length === 2 ? 'duration' : 'time';
}

/** What both count; of amounts in currencies that are not known to be one, the currency is not known. */
function either(first: Counted | null, second: Counted | null): Counted | null {
  if (first === null || second === null) return first ?? second;
  if (typeof first === 'object' && typeof second === 'object') return first.currency === second.currency ? first : '?';
  return first === '?' || second === '?' ? '?' : first;
}
