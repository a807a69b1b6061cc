import { pointerTokens, type StringFormat, type Type } from '@ostiary/catalogue';
import { partType } from '../../values/parts.js';
import type { Expr, ExprOf, Literal, PathExpr } from '../../syntax/ast.js';
import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import { fromFraction } from '../../values/numbers/num.js';
import { convertMoney } from '../../values/convert.js';
import { normaliseString } from '../../values/strings.js';
import { INT, MONEY, PATH } from '../../values/types.js';
import { arithmetic, negative, summed } from './arithmetic.js';
import { all, any, compareDynamic, fromTruth, negated, type Truth, truthOf } from './compare.js';
import { bool, type Dynamic, fromLiteral, fromValue, missing } from './dynamic.js';
import { unlessAbsent } from './fallback.js';
import { globMatches, regexMatches } from './match.js';
import { globFits, liesInRange, liesUnder, regexFits } from './places.js';
import { nothingOf } from './nothing.js';
import { isPresent, readPathExpr, step } from './read.js';
import { defineScope, lookUp, type Scope } from './scope.js';
import { typeBeside, type World } from './world.js';
import { getOrMake } from '../../maps.js';

/** The truth of a test. */
export function test(expr: Expr, world: World, scope: Scope): Truth {
  return truthOf(evaluate(expr, world, scope, null));
}

/** The value of an expression, straight from the tree; `beside` is the type constant texts in it take on. */
export function evaluate(expr: Expr, world: World, scope: Scope, beside: Type | null): Dynamic {
  switch (expr.kind) {
    case 'literal':
      return fromLiteral(expr.value, beside);
    case 'path':
      return readPath(expr, world, scope);
    case 'has':
      return fromTruth(has(expr.target, world, scope));
    case 'not':
      return fromTruth(negated(test(expr.operand, world, scope)));
    case 'negate':
      return negative(evaluate(expr.operand, world, scope, beside));
    case 'logic': {
      const truths = [test(expr.left, world, scope), test(expr.right, world, scope)];
      return fromTruth(expr.op === '&&' ? all(truths) : any(truths));
    }
    case 'compare': {
      const [left, right] = pair(expr.left, expr.right, world, scope);
      return compareDynamic(expr.op, left, right);
    }
    case 'arithmetic': {
      const [left, right] = pair(expr.left, expr.right, world, scope);
      return arithmetic(expr.op, left, right);
    }
    case 'in': {
      return maybeNegated(expr.negated, membership(expr, world, scope));
    }
    case 'like':
      return maybeNegated(
        expr.negated,
        onText(expr.operand, world, scope, (text, format) =>
          format === 'path' && !globFits(expr.pattern, text)
            ? missing('ill_typed')
            : bool(globMatches(expr.pattern, text)),
        ),
      );
    case 'matches':
      return maybeNegated(
        expr.negated,
        onText(expr.operand, world, scope, (text, format) =>
          format === 'path' && !regexFits(expr.pattern, text)
            ? missing('ill_typed')
            : text.length > MAX_MATCHED_LENGTH
              ? missing('overflow')
              : bool(regexMatches(expr.pattern, text)),
        ),
      );
    case 'under':
      return under(expr, world, scope);
    case 'in_range':
      return onText(expr.operand, world, scope, (text) => bool(liesInRange(text, expr.range.text)));
    case 'in_order':
      return inOrder(expr, world, scope);
    case 'contains':
      return contains(expr, world, scope);
    case 'in_list': {
      const constants = constantsOf(expr.list, world, scope);
      if (constants) return evaluate({ ...expr, kind: 'in', items: constants }, world, scope, null);
      return contains({ ...expr, kind: 'contains', item: expr.operand }, world, scope);
    }
    case 'set':
      return setTest(expr, world, scope);
    case 'items':
      throw new TypeError('constants stand only beside a list');
    case 'size':
      return size(evaluate(expr.operand, world, scope, null));
    case 'quantifier':
      return quantified(expr, world, scope);
    case 'total':
      return total(expr, world, scope);
    case 'if': {
      const condition = test(expr.condition, world, scope);
      if (condition === null) return missing('absent');
      const type = typeBeside(expr, world, scope) ?? beside;
      return evaluate(condition ? expr.then : expr.else, world, scope, type);
    }
    case 'or_else': {
      const value = unlessAbsent(expr, {
        value: (operand) => evaluate(operand, world, scope, beside),
        isConstant: (operand) => constantsOf(operand, world, scope) !== null,
      });
      return value ?? evaluate(expr.fallback, world, scope, typeBeside(expr.operand, world, scope) ?? beside);
    }
    case 'call': {
      const define = world.defines.get(expr.name.text);
      if (!define) throw new RangeError(`no definition ${expr.name.text}`);
      return evaluate(define.body, world, defineScope(define, expr.args, scope), null);
    }
    case 'label':
      return label(expr, world);
    case 'confirmed':
      return bool(world.context.confirmed === true);
    case 'convert': {
      const money = evaluate(expr.operand, world, scope, null);
      if (money.kind !== 'money') return money;
      const converted = convertMoney(
        { minor: fromFraction(money.minor, money.scale) ?? 0, currency: money.currency },
        expr.currency.text,
        expr.rates.text,
        world.context.rates,
      );
      return typeof converted === 'symbol' ? missing('rate_unknown') : fromValue(MONEY, converted);
    }
  }
}

/** Both sides of an operator: a constant text means what the type of the other side makes of it. */
function pair(left: Expr, right: Expr, world: World, scope: Scope): readonly [Dynamic, Dynamic] {
  const [leftType, rightType] = [typeBeside(left, world, scope), typeBeside(right, world, scope)];
  return [evaluate(left, world, scope, rightType), evaluate(right, world, scope, leftType)];
}

/** The operand is looked at once, and once more for each type that an item gives the constants in it. */
function membership({ operand, items }: ExprOf<'in'>, world: World, scope: Scope): Dynamic {
  const values = new Map<Type | null, Dynamic>();
  const valueBeside = (type: Type | null): Dynamic =>
    getOrMake(values, type, () => evaluate(operand, world, scope, type));
  const own = typeBeside(operand, world, scope);
  const equal = items.map((item) =>
    truthOf(compareDynamic('==', valueBeside(typeBeside(item, world, scope)), evaluate(item, world, scope, own))),
  );
  // `x in []` is false only for an `x` that has a value.
  return items.length === 0 && valueBeside(null).kind === 'missing' ? valueBeside(null) : fromTruth(any(equal));
}

function maybeNegated(flag: boolean, value: Dynamic): Dynamic {
  return flag ? fromTruth(negated(truthOf(value))) : value;
}

function readPath(path: PathExpr, world: World, scope: Scope): Dynamic {
  switch (path.root) {
    case 'tool':
      return { kind: 'string', text: world.call.tool, format: 'text' };
    case 'answer':
    case 'executes':
      return answer(path.root, world);
    case null:
      return readNamed(path, world, scope);
    default:
      return readPathExpr(path, path.root, world);
  }
}

function answer(after: 'answer' | 'executes', { decision }: World): Dynamic {
  if (!decision) return missing('absent');
  const text = after === 'answer' && decision.slug === 'confirmed' ? 'confirm' : decision.answer;
  return { kind: 'string', text, format: 'keyword' };
}

function readNamed(path: PathExpr, world: World, scope: Scope): Dynamic {
  const [head, ...steps] = path.segments.map(({ text }) => text);
  const bound = lookUp(scope, head ?? '');
  let value: Dynamic;
  if (bound) {
    value = 'item' in bound ? bound.item : evaluate(bound.argument, world, bound.in, bound.type);
  } else {
    const define = world.defines.get(head ?? '');
    if (!define) throw new RangeError(`no name ${String(head)}`);
    value = evaluate(define.body, world, null, null);
  }
  return steps.reduce((at, name) => step(at, name, (format) => partType(format as StringFormat, name)), value);
}

function has(target: PathExpr, world: World, scope: Scope): Truth {
  if (target.root !== null) return isPresent(target, world);
  const whole = readNamed({ ...target, segments: target.segments.slice(0, -1) }, world, scope);
  const last = target.segments.at(-1)?.text ?? '';
  return whole.kind === 'record' && whole.value[last] !== undefined;
}

function onText(
  operand: Expr,
  world: World,
  scope: Scope,
  judge: (text: string, format: StringFormat) => Dynamic,
): Dynamic {
  const value = evaluate(operand, world, scope, null);
  return value.kind === 'string' ? judge(value.text, value.format) : value;
}

/** The directory is read as the path is: a catalogue may say where relative paths start. */
function under(expr: ExprOf<'under'>, world: World, scope: Scope): Dynamic {
  const type = typeBeside(expr.operand, world, scope) ?? PATH;
  const directory = fromLiteral({ type: 'string', value: expr.directory.text }, type);
  if (directory.kind !== 'string') return directory;
  const path = evaluate(expr.operand, world, scope, PATH);
  return path.kind === 'string' ? liesUnder(path.text, directory.text) : path;
}

function inOrder(expr: ExprOf<'in_order'>, world: World, scope: Scope): Dynamic {
  const type = typeBeside(expr.operand, world, scope);
  const value = evaluate(expr.operand, world, scope, null);
  if (value.kind === 'missing') return value;
  const rankOf = (of: Dynamic): number =>
    expr.order.findIndex((literal) => truthOf(compareDynamic('==', of, fromLiteral(literal.value, type))) === true);
  const [rank, bound] = [rankOf(value), rankOf(fromLiteral(expr.bound.value, type))];
  if (rank < 0) return missing('ill_typed');
  return compareDynamic(expr.op, fromValue(INT, rank), fromValue(INT, bound));
}

function contains(expr: ExprOf<'contains'>, world: World, scope: Scope): Dynamic {
  const list = evaluate(expr.list, world, scope, null);
  if (list.kind !== 'list') return list;
  const type = typeBeside(expr.list, world, scope);
  const item = evaluate(expr.item, world, scope, type?.kind === 'list' ? type.of : null);
  if (item.kind === 'missing') return item;
  const equal = list.items.map((each) => truthOf(compareDynamic('==', each, item)));
  return maybeNegated(expr.negated, fromTruth(any(equal)));
}

/** The constants that are written in place of a list, or named. */
function constantsOf(expr: Expr, world: World, scope: Scope): readonly Literal[] | null {
  if (expr.kind === 'items') return expr.items;
  const name =
    expr.kind === 'path' && expr.root === null && expr.segments.length === 1 ? expr.segments[0]?.text : undefined;
  return name === undefined || lookUp(scope, name) ? null : (world.lists.get(name)?.items ?? null);
}

/** Each pair of members is compared; a test of two lists is undefined where one of them is. */
function setTest({ test: kind, list, other }: ExprOf<'set'>, world: World, scope: Scope): Dynamic {
  const ours = evaluate(list, world, scope, null);
  const type = typeBeside(list, world, scope);
  const constants = constantsOf(other, world, scope);
  const theirs: Dynamic = constants
    ? { kind: 'list', items: constants.map(({ value }) => fromLiteral(value, type?.kind === 'list' ? type.of : null)) }
    : evaluate(other, world, scope, null);
  if (ours.kind !== 'list') return ours;
  if (theirs.kind !== 'list') return theirs;
  const found = (wanted: Dynamic, among: readonly Dynamic[]): Truth =>
    any(among.map((each) => truthOf(compareDynamic('==', each, wanted))));
  const wanted = theirs.items.map((each) => found(each, ours.items));
  if (kind === 'containsAny') return fromTruth(any(wanted));
  return fromTruth(
    all(kind === 'containsAll' ? wanted : [...wanted, ...ours.items.map((each) => found(each, theirs.items))]),
  );
}

function size(value: Dynamic): Dynamic {
  if (value.kind === 'list') return fromValue(INT, value.items.length);
  return value.kind === 'string' ? fromValue(INT, Array.from(value.text).length) : value;
}

function quantified(expr: ExprOf<'quantifier'>, world: World, scope: Scope): Dynamic {
  const list = evaluate(expr.list, world, scope, null);
  if (list.kind !== 'list') return list;
  const truths = itemScopes(expr, list.items, world, scope).map((inner) => test(expr.body, world, inner));
  return fromTruth(expr.quantifier === 'any' ? any(truths) : all(truths));
}

function total(expr: ExprOf<'total'>, world: World, scope: Scope): Dynamic {
  const list = evaluate(expr.list, world, scope, null);
  if (list.kind !== 'list') return list;
  if (list.items.length === 0) return nothingOf(expr, world, scope);
  return summed(itemScopes(expr, list.items, world, scope).map((inner) => evaluate(expr.body, world, inner, null)));
}

function itemScopes(
  { list, variable }: ExprOf<'quantifier' | 'total'>,
  items: readonly Dynamic[],
  world: World,
  outer: Scope,
): readonly Scope[] {
  const listed = typeBeside(list, world, outer);
  const type: Type = listed?.kind === 'list' ? listed.of : { kind: 'any' };
  return items.map((item) => ({ name: variable.text, item, type, outer }));
}

function label({ target, label: name }: ExprOf<'label'>, world: World): Dynamic {
  const { labels } = world.context;
  const asked = normaliseString('keyword', name);
  const among = (given: readonly string[]): Truth =>
    any(given.map((each) => normaliseString('keyword', each)).map((form) => (form === null ? null : form === asked)));
  if (!target) return labels?.session ? fromTruth(among(labels.session)) : missing('absent');
  if (!labels?.args) return missing('absent');
  const path = target.segments.map(({ text }) => text);
  const below = (inner: readonly string[], outer: readonly string[]): boolean =>
    outer.every((part, i) => part === inner[i]);
  const truths = Object.entries(labels.args).map(([key, given]) => {
    const labelled = key.startsWith('/') ? (pointerTokens(key) ?? []) : key.replace(/^args\./, '').split('.');
    return below(labelled, path) || below(path, labelled) ? among(given) : false;
  });
  return fromTruth(any(truths));
}
