import { isRawNumber } from '@ostiary/json';

const MAX = 80;

/** A value of a call as a person reads it, cut when it is long. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : isRawNumber(value) ? value.rawJSON : (JSON.stringify(value) ?? '');
  return text.length <= MAX ? text : `${text.slice(0, MAX - 1)}…`;
}
