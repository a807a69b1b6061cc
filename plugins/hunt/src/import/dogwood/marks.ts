import type { Span } from '@ostiary/policy';

/** A part of a text that Cedar would not read, and which a name stands for. */
export interface Mark {
  /** The attribute of the context that stands in its place. */
  readonly name: string;
  readonly kind: 'temporal' | 'guardrails' | 'provider';
  /** Between its braces. */
  readonly body: string;
  readonly bodyAt: number;
}

/** A text of Dogwood as one of Cedar. Everything keeps its place, unless what is taken out is shorter than the name that stands for it. */
export interface Marked {
  readonly text: string;
  readonly marks: ReadonlyMap<string, Mark>;
  /** Definitions of macros, which are no policies. */
  readonly macros: readonly Span[];
}

/** Comments and strings, in which nothing begins or ends; what may begin here; braces. */
const TOKENS =
  /\/\/[^\n]*|"(?:[^"\\]|\\[^])*"|\bdef\s+(?:temporal|cedar)\b|\b(?:temporal|guardrails)\s*\{|\b(?:when|unless)\s*\{/gu;

/** Takes out what Cedar does not have: temporal conditions, guardrails, calls of providers, macros. */
export function marked(text: string): Marked {
  const prefix = unusedPrefix(text);
  const marks = new Map<string, Mark>();
  const macros: Span[] = [];
  let out = '';
  let from = 0;
  const put = (start: number, end: number, instead: string): void => {
    out += text.slice(from, start) + instead.padEnd(end - start);
    from = end;
  };
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (index < from || token.startsWith('//') || token.startsWith('"')) continue;
    if (token.startsWith('def')) {
      const open = text.indexOf('{', index);
      const end = open < 0 ? text.length : closing(text, open) + 1;
      const semicolon = /^\s*;/u.exec(text.slice(end))?.[0].length ?? 0;
      macros.push({ start: index, end: end + semicolon });
      put(index, end + semicolon, '');
      continue;
    }
    const open = index + token.length - 1;
    const close = closing(text, open);
    const body = text.slice(open + 1, close);
    const word = /^\w+/u.exec(token)?.[0] ?? '';
    const isClause = /\b(?:when|unless)\s*$/u.test(text.slice(Math.max(0, index - 64), index));
    if (word === 'when' || word === 'unless') {
      if (!PROVIDER.test(withoutOpaque(body))) continue;
      const name = `${prefix}${String(marks.size)}`;
      marks.set(name, { name, kind: 'provider', body, bodyAt: open + 1 });
      put(open + 1, close, `context.${name}`);
      continue;
    }
    if (word === 'guardrails' && !isClause) continue;
    const name = `${prefix}${String(marks.size)}`;
    marks.set(name, { name, kind: word as 'temporal' | 'guardrails', body, bodyAt: open + 1 });
    put(index, close + 1, isClause ? `{context.${name}}` : `context.${name}`);
  }
  return { text: out + text.slice(from), marks, macros };
}

/** `Strings::Matches(`: Cedar has no functions with a namespace. */
const PROVIDER = /\b[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+\s*\(/u;

const withoutOpaque = (text: string): string => text.replaceAll(/\/\/[^\n]*|"(?:[^"\\]|\\[^])*"/gu, '');

/** Where the brace that opens at a place is closed; the end of the text where it is not. */
function closing(text: string, open: number): number {
  let depth = 0;
  const braces = /\/\/[^\n]*|"(?:[^"\\]|\\[^])*"|[{}]/gu;
  braces.lastIndex = open;
  for (let found = braces.exec(text); found; found = braces.exec(text)) {
    if (found[0] === '{') depth++;
    if (found[0] === '}' && --depth === 0) return found.index;
  }
  return text.length;
}

/** With a number after it, no name of the text. */
function unusedPrefix(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/\bt(_*)\d/gu)].map(([, bars = '']) => bars.length + 1));
  return `t${'_'.repeat(longest)}`;
}
