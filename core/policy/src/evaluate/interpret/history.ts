import type { Tool, Type } from '@ostiary/catalogue';
import type { EventPattern, EventTools, HistoryExpr, HistoryOf, Literal, PathExpr, Window } from '../../syntax/ast.js';
import { isRecord } from '../../values/read.js';
import type { HistoryEvent } from '../types.js';
import { all, any, compareDynamic, holds, negated, type Truth, truthOf } from './compare.js';
import { type Dynamic, fromLiteral } from './dynamic.js';
import { evaluate } from './expressions.js';
import { happened, isInState, type Moment, momentAfter } from './moment.js';
import { isDisguised, isThere, readAt } from './read.js';
import type { Scope } from './scope.js';
import { typeBeside, type World } from './world.js';
import { getOrMake } from '../../maps.js';
import { type Quantity, quantity } from './arithmetic.js';

/** The truth of a condition on the history, by looking through all of it. */
export function testHistory(expr: HistoryExpr, world: World, scope: Scope): Truth {
  const { moment } = world;
  switch (expr.kind) {
    case 'h_logic': {
      const truths = [testHistory(expr.left, world, scope), testHistory(expr.right, world, scope)];
      return expr.op === '&&' ? all(truths) : any(truths);
    }
    case 'h_not':
      return negated(testHistory(expr.operand, world, scope));
    case 'h_quantifier': {
      const truths = itemScopes(expr, world, scope)?.map((inner) => testHistory(expr.body, world, inner));
      return truths ? (expr.quantifier === 'any' ? any(truths) : all(truths)) : null;
    }
    case 'formerly':
      return moment && any(places(moment).map((i) => matches(expr, i, moment, world, scope)));
    case 'previous':
      return moment && previous(expr, moment, world, scope);
    case 'since':
      return moment && since(expr, moment, world, scope);
    case 'count':
      return moment && count(expr, moment, world, scope);
    case 'sum':
      return moment && sum(expr, moment, world, scope);
  }
}

const places = ({ length }: Moment): number[] => Array.from({ length }, (_, i) => i);

/** The scope of each item of a list; null when the list has no value. They are the same at every moment. */
function itemScopes(expr: HistoryOf<'h_quantifier'>, world: World, outer: Scope): readonly Scope[] | null {
  const make = (): readonly Scope[] | null => {
    const list = evaluate(expr.list, world, outer, null);
    if (list.kind !== 'list') return null;
    const whole = typeBeside(expr.list, world, outer);
    const type: Type = whole?.kind === 'list' ? whole.of : { kind: 'any' };
    return list.items.map((item) => ({ name: expr.variable.text, item, type, outer }));
  };
  return world.moment ? remembered(world.moment.chronicle.scopes, expr, outer, make) : make();
}

function remembered<Found>(
  memory: Map<HistoryExpr, Map<Scope, Found>>,
  expr: HistoryExpr,
  scope: Scope,
  find: () => Found,
): Found {
  return getOrMake(
    getOrMake(memory, expr, () => new Map()),
    scope,
    find,
  );
}

/** The latest event of the key is one of these, or there is none: what all of them answer is the answer. */
function previous(expr: HistoryOf<'formerly' | 'previous'>, moment: Moment, world: World, scope: Scope): Truth {
  const answers: Truth[] = [];
  let isLatest = false;
  for (const i of places(moment).toReversed()) {
    const event = moment.chronicle.events[i];
    if (!event || isLatest) break;
    const isAbout = expr.key?.root !== 'args' || toolsOf(expr.event.tools, world).has(event.tool);
    const ofKey = isAbout ? sharesKey(expr.key, event, world) : false;
    if (ofKey === false) continue;
    answers.push(means(expr, i, moment, world, scope));
    isLatest = all([ofKey, happened(event, moment.now)]) === true;
  }
  if (!isLatest) answers.push(false);
  return answers.every((answer) => answer === answers[0]) ? (answers[0] ?? null) : null;
}

/** One pass from the oldest event on: whether one that is meant has been, and all held ever after it. */
function since(expr: HistoryOf<'since'>, moment: Moment, world: World, scope: Scope): Truth {
  let standing: Truth = false;
  for (const i of places(moment)) {
    if (standing !== false) standing = all([standing, heldAfter(expr, i, moment, world, scope)]);
    standing = any([standing, matches(expr, i, moment, world, scope)]);
  }
  return standing === false ? false : all([standing, testHistory(expr.holds, world, scope)]);
}

/** Whether what a `since` asks to hold did so after event `index`. */
function heldAfter(
  { holds: held }: HistoryOf<'since'>,
  index: number,
  { chronicle, now }: Moment,
  world: World,
  scope: Scope,
): Truth {
  const event = chronicle.events[index];
  if (!event || happened(event, now) !== true) return null;
  const truths = remembered(chronicle.held, held, scope, (): Truth[] => []);
  const known = truths[index];
  if (known !== undefined) return known;
  const truth = testHistory(held, { ...world, moment: momentAfter(chronicle, index + 1) }, scope);
  truths[index] = truth;
  return truth;
}

interface Picked {
  readonly event: EventPattern;
  readonly window: Window;
  readonly key: PathExpr | null;
}

/** Whether event `index` is one the condition means. */
function matches(picked: Picked, index: number, moment: Moment, world: World, scope: Scope): Truth {
  const meant = means(picked, index, moment, world, scope);
  const event = moment.chronicle.events[index];
  return meant === false || !event ? false : all([meant, sharesKey(picked.key, event, world)]);
}

/** The same, whoever's event it is. */
function means({ event: pattern, window }: Picked, index: number, moment: Moment, world: World, scope: Scope): Truth {
  const event = moment.chronicle.events[index];
  if (!event || !toolsOf(pattern.tools, world).has(event.tool)) return false;
  const state = isInState(moment, index, pattern.state);
  if (state === false) return false;
  const truths = pattern.fields.map(({ of, name, op, value }) => {
    if (value === '*') return isThere(event.args, [name.text]);
    const [theirs, type] = of === 'args' ? argument(event, [name.text], world) : principal(event, world);
    return truthOf(compareDynamic(op, theirs, evaluate(value, world, scope, type)));
  });
  return all([state, inWindow(window, event, moment, world), ...truths]);
}

function toolsOf(tools: EventTools, { environment, moment }: World): ReadonlySet<string> {
  const find = (): ReadonlySet<string> => new Set(namesOf(tools, environment.catalogue?.tools ?? []));
  return moment ? getOrMake(moment.chronicle.tools, tools, find) : find();
}

function namesOf(tools: EventTools, known: readonly Tool[]): readonly string[] {
  if (tools.kind === 'tools') return tools.names.map(({ text }) => text);
  const { text } = tools.name;
  const ofClass = known.filter(({ classes }) => classes.some((each) => each === text));
  return (ofClass.length > 0 ? ofClass : known.filter(({ aliasGroup }) => aliasGroup === text)).map(({ name }) => name);
}

/** An argument of an event, at the type that its own tool gives it. */
function argument(event: HistoryEvent, path: readonly string[], { environment }: World): readonly [Dynamic, Type] {
  const found = environment.typeOf(event.tool, 'args', path);
  if (!found) throw new RangeError(`${event.tool} has no ${path.join('.')}`);
  return [readAt(event.args, path, found.type), found.type];
}

function principal(event: HistoryEvent, { environment, call }: World): readonly [Dynamic, Type] {
  const type = environment.typeOf(call.tool, 'principal', ['id'])?.type ?? { kind: 'string', format: 'text' };
  return [readAt(event, ['principal'], type), type];
}

function inWindow(window: Window, event: HistoryEvent, { now }: Moment, world: World): Truth {
  const past = happened(event, now);
  if (window.kind === 'session') return all([past, sameName(event.session, nameIn('session', 'id', world))]);
  return past && now !== undefined ? now - event.at <= window.ms : null;
}

function sharesKey(key: PathExpr | null, event: HistoryEvent, world: World): Truth {
  if (key === null || key.root === 'principal') return sameName(event.principal, nameIn('principal', 'id', world));
  if (key.root === 'session') return sameName(event.session, nameIn('session', 'id', world));
  if (key.root === null)
    return key.segments[0]?.text === 'anyone' || sameName(event.customer, nameIn('session', 'customer', world));
  const [theirs, type] = argument(
    event,
    key.segments.map(({ text }) => text),
    world,
  );
  return truthOf(compareDynamic('==', theirs, evaluate(key, world, null, type)));
}

function nameIn(root: 'principal' | 'session', name: string, world: World): string | undefined {
  const object = isDisguised(root, [name], world) ? undefined : world.context[root];
  const value = isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

const sameName = (a: string | undefined, b: string | undefined): Truth =>
  a === undefined || b === undefined ? null : a === b;

/** A count is somewhere between the events that match for certain and those that may. */
function count(expr: HistoryOf<'count'>, moment: Moment, world: World, scope: Scope): Truth {
  const truths = places(moment).map((i) => matches(expr, i, moment, world, scope));
  const certain = truths.filter((truth) => truth === true).length;
  const possible = truths.filter((truth) => truth === null).length;
  const outcomes = Array.from({ length: possible + 1 }, (_, i) =>
    holds(expr.op, BigInt(certain + i), bigintOf(expr.bound)),
  );
  return outcomes.every((outcome) => outcome === outcomes[0]) ? (outcomes[0] ?? null) : null;
}

const bigintOf = ({ value }: Literal): bigint => {
  if (value.type !== 'int') throw new TypeError('a count is compared with a whole number');
  return BigInt(value.digits);
};

/** Where a sum may grow no further: places before the point. */
const PLACES = 1_000;

/** As with a count, the sum lies between two ends; an amount that cannot be read leaves it unknown altogether. */
function sum(expr: HistoryOf<'sum'>, moment: Moment, world: World, scope: Scope): Truth {
  const field = [expr.field.text];
  const [tool = ''] = toolsOf(expr.event.tools, world);
  const type = world.environment.typeOf(tool, 'args', field)?.type ?? { kind: 'any' };
  const bound = fromLiteral(expr.bound.value, null);
  const parts: { readonly amount: Quantity; readonly certain: boolean }[] = [];
  for (const i of places(moment)) {
    const [event, matched] = [moment.chronicle.events[i], matches(expr, i, moment, world, scope)];
    if (!event || matched === false) continue;
    const amount = quantityLike(argument(event, field, world)[0], bound, type);
    if (!amount) return null;
    parts.push({ amount, certain: matched === true });
  }
  if (expr.includingThis) {
    const own: PathExpr = { kind: 'path', root: 'args', segments: [expr.field], bare: false, span: expr.span };
    const amount = quantityLike(evaluate(own, world, null, type), bound, type);
    if (!amount) return null;
    parts.push({ amount, certain: true });
  }
  const edge = quantityLike(bound, bound, type) ?? { units: 0n, scale: 0 };
  const scale = Math.max(edge.scale, ...parts.map(({ amount }) => amount.scale));
  const at = (amount: Quantity): bigint => amount.units * 10n ** BigInt(scale - amount.scale);
  let [low, high] = [0n, 0n];
  for (const { amount, certain } of parts) {
    if (certain || amount.units < 0n) low += at(amount);
    if (certain || amount.units > 0n) high += at(amount);
  }
  const end = 10n ** BigInt(PLACES + scale);
  if (low <= -end || high >= end || high <= -end || low >= end) return null;
  const limit = at(edge);
  if (expr.op === '==' || expr.op === '!=') {
    if (low === high) return holds(expr.op, low, limit);
    return limit < low || limit > high ? expr.op === '!=' : null;
  }
  const ends = [holds(expr.op, low, limit), holds(expr.op, high, limit)];
  return ends[0] === ends[1] ? (ends[0] ?? null) : null;
}

/** How much an amount is, in the currency of the bound; null of one that the summed field could not have. */
function quantityLike(amount: Dynamic, bound: Dynamic, type: Type): Quantity | null {
  switch (amount.kind) {
    case 'money':
      return bound.kind === 'money' && bound.currency === amount.currency ? quantity(amount) : null;
    case 'duration':
      return quantity(amount);
    case 'number':
      return type.kind === 'decimal' && type.scale === undefined ? quantity(amount) : heldAt(amount, type);
    default:
      return null;
  }
}

/** A number of a type with so many digits at most; null of one that has finer ones, or too many units to be read. */
function heldAt(number: Quantity, type: Type): Quantity | null {
  const scale = type.kind === 'decimal' ? (type.scale ?? 0) : 0;
  const finer = 10n ** BigInt(Math.max(0, number.scale - scale));
  const coarser = 10n ** BigInt(Math.max(0, scale - number.scale));
  const units = (number.units * coarser) / finer;
  return units * finer === number.units * coarser && Number.isSafeInteger(Number(units)) ? { units, scale } : null;
}
