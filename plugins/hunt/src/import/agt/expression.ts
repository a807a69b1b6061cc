/** A condition of the Agent Governance Toolkit, as its expression evaluator takes it apart. */
export type Expression =
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Expression[] }
  | {
      readonly kind: 'in';
      readonly path: readonly string[];
      readonly items: readonly string[];
      readonly negated: boolean;
    }
  | { readonly kind: 'compare'; readonly path: readonly string[]; readonly op: CompareWord; readonly value: Constant }
  | { readonly kind: 'truthy'; readonly path: readonly string[] }
  /** The evaluator does not know the test, and takes it for false. */
  | { readonly kind: 'unknown'; readonly text: string };

type CompareWord = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Constant =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'bool'; readonly value: boolean };

const PATH = String.raw`(\w+(?:\.\w+)*)`;
const IN = new RegExp(String.raw`^${PATH}\s+(not\s+)?in\s+\[([^\]]*)\]$`, 'u');
const TEXT = new RegExp(String.raw`^${PATH}\s*(==|!=)\s*['"]([^'"]*)['"]\s*$`, 'u');
const NUMBER = new RegExp(String.raw`^${PATH}\s*(==|!=|>=|<=|>|<)\s*(\d+(?:\.\d+)?)\s*$`, 'u');
const BOOL = new RegExp(String.raw`^${PATH}\s*==\s*(true|false)\s*$`, 'u');
const TRUTHY = new RegExp(`^${PATH}$`, 'u');

/** Takes a condition apart: at ` or `, then at ` and `, neither of which sees parentheses. */
export function parseExpression(text: string): Expression {
  const trimmed = text.trim();
  for (const word of ['or', 'and'] as const) {
    const parts = splitOutsideQuotes(trimmed, ` ${word} `);
    if (parts.length > 1) return { kind: word, parts: parts.map(parseExpression) };
  }
  return (
    whenMatches(IN, trimmed, ([path = '', not, list = '']) => ({
      kind: 'in',
      path: path.split('.'),
      items: list
        .split(',')
        .map((item) => item.trim().replace(/^['"]|['"]$/gu, ''))
        .filter((item) => item !== ''),
      negated: not !== undefined,
    })) ??
    whenMatches(TEXT, trimmed, ([path = '', op, value = '']) => ({
      kind: 'compare',
      path: path.split('.'),
      op: op as CompareWord,
      value: { kind: 'text', text: value },
    })) ??
    whenMatches(NUMBER, trimmed, ([path = '', op, digits = '']) => ({
      kind: 'compare',
      path: path.split('.'),
      op: op as CompareWord,
      value: { kind: 'number', digits },
    })) ??
    whenMatches(BOOL, trimmed, ([path = '', value]) => ({
      kind: 'compare',
      path: path.split('.'),
      op: '==',
      value: { kind: 'bool', value: value === 'true' },
    })) ??
    whenMatches(TRUTHY, trimmed, ([path = '']) => ({ kind: 'truthy', path: path.split('.') })) ?? {
      kind: 'unknown',
      text: trimmed,
    }
  );
}

function whenMatches(
  pattern: RegExp,
  text: string,
  make: (groups: readonly (string | undefined)[]) => Expression,
): Expression | null {
  const found = pattern.exec(text);
  return found && make(found.slice(1));
}

function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let quote = '';
  let start = 0;
  for (let at = 0; at <= text.length - separator.length; at++) {
    const char = text.charAt(at);
    if ((char === "'" || char === '"') && (quote === '' || quote === char)) quote = quote === '' ? char : '';
    else if (quote === '' && text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}
