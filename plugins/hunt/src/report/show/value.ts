/** Texts that are told from numbers, words and lists without quotes. */
const PLAIN = /^(?!(?:true|false|null)$)(?=[^\d-])[\w.:@/*+-]+$|^-?\d+(?:\.\d+)? [A-Z]{3}$/;

/** The text of a JSON value, exactly: `"600"` is a text, `600` a number. */
export function valueText(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

/** As {@link valueText}, without quotes where nothing is lost: `9000.00 EUR`, `damaged`. */
export function valueInLine(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : valueText(value);
}

/** An instant as RFC 3339, without what is zero; null for none. */
export function instantText(at: number): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace(/\.000Z$/, 'Z');
}
