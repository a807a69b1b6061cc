import type { Type } from '@ostiary/catalogue';
import type { CompareOp, EventPattern, HistoryExpr, Literal, PathExpr, Window } from '../../syntax/ast.js';
import type { HistoryEvent } from '../types.js';
import { all, any, compareDynamic, negated, type Truth, truthOf } from './compare.js';
import { type Dynamic, fromLiteral } from './dynamic.js';
import { evaluate } from './expressions.js';
import { isInState, type Moment } from './moment.js';
import { isThere, readAt } from './read.js';
import type { World } from './scope.js';

type Of<Kind extends HistoryExpr['kind']> = Extract<HistoryExpr, { kind: Kind }>;

/** The truth of a condition on the history, by looking through all of it. */
export function testHistory(expr: HistoryExpr, world: World): Truth {
  const { moment } = world;
  switch (expr.kind) {
    case 'h_logic': {
      const truths = [testHistory(expr.left, world), testHistory(expr.right, world)];
      return expr.op === '&&' ? all(truths) : any(truths);
    }
    case 'h_not':
      return negated(testHistory(expr.operand, world));
    case 'formerly':
      return moment && any(moment.events.map((_, i) => matches(expr, null, i, moment, world)));
    case 'previous':
      return (
        moment && (moment.events.length === 0 ? false : matches(expr, null, moment.events.length - 1, moment, world))
      );
    case 'since':
      return moment && any(moment.events.map((_, i) => since(expr, i, moment, world)));
    case 'count':
      return moment && count(expr, moment, world);
    case 'sum':
      return moment && sum(expr, moment, world);
  }
}

function since(expr: Of<'since'>, index: number, moment: Moment, world: World): Truth {
  const matched = matches(expr, null, index, moment, world);
  if (matched === false) return false;
  const truths = [matched, testHistory(expr.holds, world)];
  for (let length = index + 2; length <= moment.events.length && !truths.includes(false); length++) {
    const then = { events: moment.events.slice(0, length), now: moment.events[length - 1]?.at };
    truths.push(testHistory(expr.holds, { ...world, moment: then }));
  }
  return all(truths);
}

interface Picked {
  readonly event: EventPattern;
  readonly window: Window;
}

/** Whether event `index` is one the condition means. */
function matches(
  { event: pattern, window }: Picked,
  key: PathExpr | null,
  index: number,
  moment: Moment,
  world: World,
): Truth {
  const event = moment.events[index];
  if (event?.tool !== pattern.tool.text || !isInState(moment, index, pattern.state)) return false;
  const truths = pattern.fields.map(({ name, value }) => {
    if (value === '*') return isThere(event.args, [name.text]);
    const type = typeOf(pattern, [name.text], world);
    const ours = evaluate(value, world, null, type);
    return truthOf(compareDynamic('==', readAt(event.args, [name.text], type), ours));
  });
  return all([inWindow(window, event, moment, world), ...truths, key ? sharesKey(pattern, key, event, world) : true]);
}

function typeOf(pattern: EventPattern, path: readonly string[], { environment }: World): Type {
  const found = environment.typeOf(pattern.tool.text, 'args', path);
  if (!found) throw new RangeError(`${pattern.tool.text} has no ${path.join('.')}`);
  return found.type;
}

function inWindow(window: Window, event: HistoryEvent, { now }: Moment, world: World): Truth {
  if (window.kind === 'session') return sameName(event.session, nameIn(world.context.session, 'id'));
  return now === undefined ? null : now - event.at <= window.ms;
}

function sharesKey(pattern: EventPattern, key: PathExpr, event: HistoryEvent, world: World): Truth {
  const { context } = world;
  if (key.root === 'principal') return sameName(event.principal, nameIn(context.principal, 'id'));
  if (key.root === 'session') return sameName(event.session, nameIn(context.session, 'id'));
  if (key.root === null) return sameName(event.customer, nameIn(context.session, 'customer'));
  const path = key.segments.map(({ text }) => text);
  const type = typeOf(pattern, path, world);
  return truthOf(compareDynamic('==', readAt(event.args, path, type), readAt(world.call.args, path, type)));
}

function nameIn(object: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const value = object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

const sameName = (a: string | undefined, b: string | undefined): Truth =>
  a === undefined || b === undefined ? null : a === b;

/** A count is somewhere between the events that match for certain and those that may. */
function count(expr: Of<'count'>, moment: Moment, world: World): Truth {
  const truths = moment.events.map((_, i) => matches(expr, expr.key, i, moment, world));
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

function holds(op: CompareOp, a: bigint, b: bigint): boolean {
  return { '==': a === b, '!=': a !== b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[op];
}

/** As with a count, the sum lies between two ends; an amount that cannot be read leaves it unknown altogether. */
function sum(expr: Of<'sum'>, moment: Moment, world: World): Truth {
  const type = typeOf(expr.event, [expr.field.text], world);
  const bound = fromLiteral(expr.bound.value, null);
  let [low, high] = [0n, 0n];
  const add = (amount: Dynamic, certain: boolean): boolean => {
    const units = unitsLike(amount, bound, type);
    if (units === null) return false;
    if (certain || units < 0n) low += units;
    if (certain || units > 0n) high += units;
    return true;
  };
  for (const [i, event] of moment.events.entries()) {
    const matched = matches(expr, expr.key, i, moment, world);
    if (matched !== false && !add(readAt(event.args, [expr.field.text], type), matched === true)) return null;
  }
  if (expr.includingThis && !add(readAt(world.call.args, [expr.field.text], type), true)) return null;
  if (!Number.isSafeInteger(Number(low)) || !Number.isSafeInteger(Number(high))) return null;
  const limit = unitsLike(bound, bound, type) ?? 0n;
  if (expr.op === '==' || expr.op === '!=') {
    if (low === high) return holds(expr.op, low, limit);
    return limit < low || limit > high ? expr.op === '!=' : null;
  }
  const ends = [holds(expr.op, low, limit), holds(expr.op, high, limit)];
  return ends[0] === ends[1] ? (ends[0] ?? null) : null;
}

/** The units of an amount in the currency of the bound and the scale of the summed field. */
function unitsLike(amount: Dynamic, bound: Dynamic, type: Type): bigint | null {
  switch (amount.kind) {
    case 'money':
      return bound.kind === 'money' && bound.currency === amount.currency ? amount.minor : null;
    case 'duration':
      return amount.ms;
    case 'number':
      return amount.units * 10n ** BigInt((type.kind === 'decimal' ? type.scale : 0) - amount.scale);
    default:
      return null;
  }
}
