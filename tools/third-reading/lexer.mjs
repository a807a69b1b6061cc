/** Tokens: `{ t: 'word' | 'string' | 'number' | 'duration' | 'sign' | 'end', text }`; strings keep their text as written. */
const PATTERNS = [
  ['space', /(?:\s+|\/\/[^\n]*)/y],
  ['word', /[A-Za-z_][A-Za-z_0-9]*/y],
  ['string', /"(?:[^"\\\n\r]|\\.)*"/y],
  ['duration', /\d[\d_]*(?:ms|s|m|h|d|w)(?:\d[\d_]*(?:ms|s|m|h|d|w))*(?![A-Za-z_0-9])/y],
  ['number', /\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y],
  ['sign', /\.\.\.|\.\.|==|!=|<=|>=|&&|\|\||[<>!()[\]{},;:.?+\-*=@]/y],
];

export class PolicyFault extends Error {}

export function tokensOf(source) {
  const tokens = [];
  let at = 0;
  while (at < source.length) {
    const found = PATTERNS.find(([, pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(source);
    });
    if (!found) throw new PolicyFault(`no token at ${at}: ${source.slice(at, at + 20)}`);
    const [t, pattern] = found;
    const text = source.slice(at, pattern.lastIndex);
    if (t !== 'space') tokens.push({ t, text: t === 'string' ? text.slice(1, -1) : text, at });
    at = pattern.lastIndex;
  }
  tokens.push({ t: 'end', text: '', at });
  return tokens;
}

const ESCAPES = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' };

/** What a plain string means. */
export const stringOf = (raw) =>
  raw.replace(/\\(?:u\{([0-9a-fA-F]{1,6})\}|(.))/gsu, (_, hex, one) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (!(one in ESCAPES)) throw new PolicyFault(`no escape: \\${one}`);
    return ESCAPES[one];
  });

/** A glob: an array of texts, with any run of characters between two of them. */
export function globOf(raw) {
  const parts = [''];
  const token = /\\u\{([0-9a-fA-F]{1,6})\}|\\(.)|(\*)|([^\\*]+)/gsu;
  for (const [, hex, escaped, star, plain] of raw.matchAll(token)) {
    if (star) parts.push('');
    else if (hex) parts[parts.length - 1] += String.fromCodePoint(Number.parseInt(hex, 16));
    else if (escaped) parts[parts.length - 1] += escaped === '*' ? '*' : stringOf(`\\${escaped}`);
    else parts[parts.length - 1] += plain;
  }
  return parts;
}

export const regexOf = (raw) => raw.replaceAll('\\"', '"');
