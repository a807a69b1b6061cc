/** A string read from its source form; `faults` are offsets in that form, and the bad escape. */
export interface Unescaped {
  readonly value: string;
  readonly faults: readonly { readonly offset: number; readonly escape: string }[];
}

const SIMPLE: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' };
const OF_JSON: Readonly<Record<string, string>> = { ...SIMPLE, '/': '/', b: '\b', f: '\f' };
const UNSAFE =
  /["\\\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPE = /\\(?:u\{([0-9A-Fa-f]{1,6})\}|u|[^])/g;
const JSON_ESCAPE = /\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|u|[^])/g;

/** Reads `\"`, `\\`, `\n`, `\r`, `\t`, `\u{hex}`; `keep` names escapes that stay as they are, backslash and all. */
export function unescape(raw: string, keep = ''): Unescaped {
  return read(raw, keep, SIMPLE, ESCAPE);
}

/** The strings of a JSON value: the escapes of the language and those of JSON. */
export function unescapeJson(raw: string): Unescaped {
  return read(raw, '', OF_JSON, JSON_ESCAPE);
}

function read(raw: string, keep: string, characters: Readonly<Record<string, string>>, escapes: RegExp): Unescaped {
  if (!raw.includes('\\')) return { value: raw, faults: [] };
  const faults: { offset: number; escape: string }[] = [];
  const value = raw.replaceAll(escapes, (whole: string, ...found: (string | number | undefined)[]) => {
    const char = whole.charAt(1);
    const [hex, unit] = found;
    if (typeof hex === 'string' && Number.parseInt(hex, 16) <= 0x10ffff)
      return String.fromCodePoint(Number.parseInt(hex, 16));
    if (escapes === JSON_ESCAPE && typeof unit === 'string') return String.fromCharCode(Number.parseInt(unit, 16));
    if (keep.includes(char)) return whole;
    const simple = Object.hasOwn(characters, char) ? characters[char] : undefined;
    if (simple !== undefined) return simple;
    faults.push({ offset: found.findLast((part) => typeof part === 'number') ?? 0, escape: whole });
    return '';
  });
  return { value, faults };
}

/** The source form of a glob keeps `\*` and `\\`, which mean something to the glob. */
export const unescapeGlob = (raw: string): Unescaped => unescape(raw, '*\\');

/** The source form of a regular expression is the expression; only `\"` stands for a quote. */
export const unescapeRegex = (raw: string): Unescaped => ({
  value: raw.replaceAll(/\\([^])/g, (whole, char) => (char === '"' ? '"' : whole)),
  faults: [],
});

const hexEscape = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** The text as a string of a policy, what cannot be seen written as an escape. */
export const quoteString = (value: string): string =>
  `"${value.replaceAll(UNSAFE, (char) => {
    if (char === '"' || char === '\\') return `\\${char}`;
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    return char === '\r' ? '\\r' : hexEscape(char);
  })}"`;

/** `pattern` is a glob's own text, whose backslashes are already escapes. */
export const quoteGlob = (pattern: string): string =>
  `"${pattern.replaceAll(UNSAFE, (char) => (char === '\\' ? char : char === '"' ? '\\"' : hexEscape(char)))}"`;

/** `pattern` is an expression's own text: only its quotes are escaped. */
export const quoteRegex = (pattern: string): string => `"${pattern.replaceAll('"', '\\"')}"`;
