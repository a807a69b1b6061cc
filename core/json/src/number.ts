/**
 * A number that JavaScript's own numbers cannot hold: what `JSON.rawJSON` makes, which `JSON.stringify` writes as it
 * was. A plain object of a caller with a member `rawJSON` is none.
 */
export interface RawNumber {
  readonly rawJSON: string;
}

/** What the language has and its library types do not list yet. */
const json = JSON as JSON & {
  rawJSON?(text: string): RawNumber;
  isRawJSON?(value: unknown): value is RawNumber;
};

/** Whether a value is a {@link RawNumber}: what walks values must not take it for an object. */
export function isRawNumber(value: unknown): value is RawNumber {
  if (typeof value !== 'object' || value === null) return false;
  // It has no prototype, which is cheaper to ask, and most objects have one.
  return Object.getPrototypeOf(value) === null && json.isRawJSON?.(value) === true;
}

/** The text of a JSON number; null of any other value, infinity and NaN included. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return isRawNumber(value) ? value.rawJSON : null;
}

/**
 * The value of a JSON number's text: a number when that one's own text says exactly the same, else a {@link RawNumber}.
 *
 * @throws SyntaxError when the text is no JSON number, or the engine cannot hold it (Node before 22)
 * @example exactNumber('0.10') === 0.1; isRawNumber(exactNumber('9007199254740993'))
 */
export function exactNumber(text: string): number | RawNumber {
  if (!NUMBER.test(text)) throw new SyntaxError(`no number: ${text.slice(0, 40)}`);
  const value = Number(text);
  const shown = String(value);
  if (shown === text) return value;
  // What is too large for a double, and two plain decimals that differ, need no arithmetic.
  if (!Number.isFinite(value) || (PLAIN.test(text) && PLAIN.test(shown))) return rawNumber(text);
  return decimalOf(shown) === decimalOf(text) ? value : rawNumber(text);
}

function rawNumber(text: string): RawNumber {
  if (!json.rawJSON) throw new SyntaxError(`this engine cannot hold the number ${text.slice(0, 40)} exactly`);
  return json.rawJSON(text);
}

/** Decimals that have one spelling among themselves: no exponent, and no zero that could be left out. */
const PLAIN = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** One text for all spellings of a decimal: its digits without zeros at either end, and where the last one stands. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = whole + fraction;
  const end = endOfDigits(digits);
  if (end === 0) return '0';
  const place = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(startOfDigits(digits), end)}e${place}`;
}

/** Not by a regular expression: `/0+$/` takes the square of the length of zeros that another digit follows. */
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return end;
}

function startOfDigits(digits: string): number {
  let start = 0;
  while (digits.charCodeAt(start) === 0x30) start += 1;
  return start;
}
