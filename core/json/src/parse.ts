import { exactNumber } from './number.js';

/**
 * Finds a number that a double may not hold as it is written: sixteen digits or more, or an exponent. A text inside a
 * string that looks like one costs time and nothing else.
 */
const LONG_NUMBER = /(?:^|[\s:,[])-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

/** A reviver as engines call it that know the text a value was read from. */
type Reviver = (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const keepDigits: Reviver = (_key, value, context) => {
  if (typeof value !== 'number') return value;
  if (context?.source === undefined) throw new SyntaxError('this engine does not tell how a number was written');
  return exactNumber(context.source);
};

/**
 * `JSON.parse`, but for numbers that are not exactly what JavaScript prints for them: these are `RawNumber`s, so that
 * `JSON.stringify` gives the text back. As fast as `JSON.parse` for a text without long numbers.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}
