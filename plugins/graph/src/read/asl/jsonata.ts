import type { GuardExpr } from '../../model/index.js';

type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** The expression in `{% ... %}`; null: a plain text. */
export function jsonataOf(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.startsWith('{%') && trimmed.endsWith('%}') ? trimmed.slice(2, -2).trim() : null;
}

const PATH = /^\$\w+(?:\.[A-Za-z_]\w*)*$/;

/** The path that an expression is and nothing more: `$states.input.id`, `$order.id`; null of all else. */
export function pathOfJsonata(text: string): string | null {
  const expression = jsonataOf(text);
  return expression !== null && PATH.test(expression) ? expression : null;
}

/** A path of JSONata as one of the state's own document: `$states.input.id` is `$.id`. Null: made in this state, or by the context. */
export function inputPath(path: string): string | null {
  if (path === '$states.input') return '$';
  if (path.startsWith('$states.input.')) return `$.${path.slice('$states.input.'.length)}`;
  return path.startsWith('$states') ? null : path;
}

const COMPARISON = /^(\$\w+(?:\.[A-Za-z_]\w*)*)\s*(=|!=|<=|>=|<|>)\s*("[^"\\]*"|'[^'\\]*'|-?\d+(?:\.\d+)?|true|false)$/;

/**
 * What a condition of JSONata compares: comparisons of a path with a constant, joined by `and`. Null of all else.
 * To JSONata nothing that is absent equals or differs from anything.
 */
export function comparisonsOf(
  text: string,
  exprOf: (path: string, op: Comparator, value: string | number | boolean) => GuardExpr | null,
): GuardExpr | null {
  const expression = jsonataOf(text);
  if (expression === null || expression.length > 1_000) return null;
  const parts = expression.split(/\s+and\s+/).map((part) => {
    const [, path = '', op = '', literal = ''] = COMPARISON.exec(part) ?? [];
    const own = path === '' ? null : inputPath(path);
    if (own === null) return null;
    const value = /^["']/.test(literal) ? literal.slice(1, -1) : (JSON.parse(literal) as number | boolean);
    return exprOf(own, op as Comparator, value);
  });
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return null;
  const [only] = known;
  return known.length === 1 && only ? only : { op: 'and', of: known };
}
