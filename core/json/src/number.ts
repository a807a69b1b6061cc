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

export function isRawNumber(value: unknown): value is RawNumber {
  return typeof value === 'object' && value !== null && json.isRawJSON?.(value) === true;
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
  const value = Number(text);
  const decimal = decimalOf(text);
  if (decimal === null) throw new SyntaxError(`no number: ${text.slice(0, 40)}`);
  if (decimalOf(String(value)) === decimal) return value;
  if (!json.rawJSON) throw new SyntaxError(`this engine cannot hold the number ${text.slice(0, 40)} exactly`);
  return json.rawJSON(text);
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** One text for all spellings of a decimal: its digits without zeros at either end, and where the last one stands. */
function decimalOf(text: string): string | null {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
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
