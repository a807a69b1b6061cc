import { compareDecimals } from './decimal.mjs';
import { ordered } from './truth.mjs';

/**
 * Values: booleans, texts, exact decimals (numbers, durations and times in milliseconds), `{ money, currency }`, arrays,
 * raw objects; ABSENT and ILL where there is none.
 */
export const ABSENT = Symbol('absent');
export const ILL = Symbol('ill typed');
export const hasValue = (value) => value !== ABSENT && value !== ILL;

export const isRelative = (path) => !path.startsWith('/');

/** The order of two values of one type: a number, or undefined when they do not compare. */
function orderOf(a, b) {
  if (typeof a === 'object' && 'money' in a)
    return a.currency === b.currency ? compareDecimals(a.money, b.money) : undefined;
  if (typeof a === 'object') return compareDecimals(a, b);
  return a === b ? 0 : 1;
}

/** Whether two values are equal; `places` says that they are paths, which an absolute and a relative one are not. */
export function equal(a, b, places = false) {
  if (places && isRelative(a) !== isRelative(b)) return undefined;
  const order = orderOf(a, b);
  return order === undefined ? undefined : order === 0;
}

export function compareValues(op, a, b, places = false) {
  if (places && isRelative(a) !== isRelative(b)) return undefined;
  const order = orderOf(a, b);
  return order === undefined ? undefined : ordered(op, order);
}

/** The steps of an argument's path as a request writes it; null when the node is none. */
export function pathOf(evaluation, node) {
  if (node.k === 'typed') return pathOf(evaluation, node.a);
  if (node.k === 'variable') return evaluation.bindings.get(node.name).path;
  if (node.k === 'root') return node.name === 'args' ? [] : null;
  const base = node.k === 'get' ? pathOf(evaluation, node.base) : null;
  return base && [...base, node.step];
}
