/** A string read from its source form; `faults` are offsets in that form, and the bad escape. */
export interface Unescaped {
  readonly value: string;
  readonly faults: readonly { readonly offset: number; readonly escape: string }[];
}

const SIMPLE: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' };
const UNSAFE = /["\\\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Reads `\"`, `\\`, `\n`, `\r`, `\t`, `\u{hex}`; `keep` names escapes that stay as they are, backslash and all. */
export function unescape(raw: string, keep = ''): Unescaped {
  if (!raw.includes('\\')) return { value: raw, faults: [] };
  const faults: { offset: number; escape: string }[] = [];
  const value = raw.replaceAll(
    /\\(?:u\{([0-9A-Fa-f]{1,6})\}|u|[^])/g,
    (whole: string, hex: string | undefined, offset: number) => {
      const char = whole.charAt(1);
      if (hex !== undefined && Number.parseInt(hex, 16) <= 0x10ffff)
        return String.fromCodePoint(Number.parseInt(hex, 16));
      if (keep.includes(char)) return whole;
      const simple = Object.hasOwn(SIMPLE, char) ? SIMPLE[char] : undefined;
      if (simple !== undefined) return simple;
      faults.push({ offset, escape: whole });
      return '';
    },
  );
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

export const quoteRegex = (pattern: string): string => `"${pattern.replaceAll('"', '\\"')}"`;
