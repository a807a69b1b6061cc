/** How Python writes an id in a drawing: every other character as its code point in hexadecimal, behind a backslash. */
const encoded = (text: string): string =>
  text.replaceAll(/[^\w-]/gu, (one) => `\\${(one.codePointAt(0) ?? 0).toString(16)}`);

/**
 * The id that a drawing writes as `safe`. An escape does not say where it ends (`\3aadd` is `:add`, or one character of another script), so
 * the label, with which the id ends, is taken from it first; what is before it are names of sub-graphs, each with a colon behind it.
 */
export function idOfSafe(safe: string, label: string): string {
  const end = encoded(label);
  if (label === '' || !safe.endsWith(end)) return decoded(safe);
  return decoded(safe.slice(0, safe.length - end.length)) + label;
}

/** Two digits are a character of ASCII that needs an escape; where they would be a letter or a digit, the code point is longer. */
function decoded(safe: string): string {
  return safe.replaceAll(/\\([0-9a-f]{1,6})/g, (_, digits: string) => {
    const short = String.fromCodePoint(Number.parseInt(digits.slice(0, 2), 16));
    if (digits.length <= 2 || !/[\w-]/.test(short)) return short + digits.slice(2);
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : digits;
  });
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['quot', '"'],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
]);

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(\w{2,6});/g, (whole, name: string) => ENTITIES.get(name) ?? whole);
}
