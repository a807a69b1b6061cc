import { isRawNumber } from '@ostiary/json';
import { visible } from '@ostiary/report';
import { shown } from '../values.js';
import type { Step } from './told.js';

/** A place of a call or of what stands around it, as the policy language names it, and the value there. */
export type CallValue = readonly [path: string, value: string];

/** Objects are looked into so deep. */
const DEPTH = 3;

/** Everything a call carries: its arguments, who calls, the session, what happened before. */
export function callValues({ action, context, confirmed }: Step): readonly CallValue[] {
  const { principal = {}, session = {}, labels = {}, now, rates } = context;
  const { history = [], labels: inSession, ...attributes } = session;
  return [
    ...flat('args', action.arguments),
    ...flat('principal', principal),
    ...flat('session', attributes),
    ...Object.entries(labels).map(([path, names]): CallValue => [`labels of ${path}`, names.join(', ')]),
    ...(inSession === undefined ? [] : [['session.labels', inSession.join(', ')] as const]),
    ...history.map(({ tool, state, at, arguments: args }): CallValue => [`${tool}.${state}`, `${at} ${shown(args)}`]),
    ...(now === undefined ? [] : [['now', now] as const]),
    ...(rates === undefined ? [] : [['rates', shown(rates)] as const]),
    ...(confirmed ? [['confirmed', 'true'] as const] : []),
  ];
}

function flat(name: string, members: Readonly<Record<string, unknown>>, depth = 1): readonly CallValue[] {
  return Object.entries(members).flatMap(([key, member]): readonly CallValue[] => {
    const path = `${name}.${key}`;
    return depth < DEPTH && isRecord(member) ? flat(path, member, depth + 1) : [[path, quoted(member)]];
  });
}

/** A value in which all is seen; a text that could be taken for something else, or has blanks at its ends, stands in quotes. */
function quoted(value: unknown): string {
  return visible(shown(typeof value === 'string' && !PLAIN.test(value) ? JSON.stringify(value) : value));
}

const PLAIN = /^(?!(?:true|false|null)$)(?=[^\d-])[\w.:@/*+-]+$|^-?\d+(?:\.\d+)? [A-Z]{3}$/;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isRawNumber(value) &&
    Object.keys(value).length > 0
  );
}
