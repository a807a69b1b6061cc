import type { GuardExpr } from '../../model/index.js';

export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';
/** What a comparison compares a path with. */
export type Operand = { readonly value: string | number | boolean } | { readonly path: string };
/** Says a comparison of a path in the graph's own names; null: it cannot be said. */
export type Comparison = (path: string, op: Comparator, with_: Operand) => GuardExpr | null;

const LONGEST = 2_000;
const DEEPEST = 32;

const TOKEN =
  /\s*(?:(==|!=|<=|>=|&&|\|\||[=<>!()])|("[^"\\]*"|'[^'\\]*')|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_][\w]*(?:\.[A-Za-z_]\w*|\.\d+)*))/y;
const FLIPPED: Readonly<Record<Comparator, Comparator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/**
 * Reads the conditions that most formats share: comparisons of paths (`a.b`) with constants or each other, `and`, `or`, `not` and their signs, parentheses. Null of
 * everything else, calls and arithmetic among it: a condition is read whole or not at all.
 */
export function readExpression(text: string, compare: Comparison): GuardExpr | null {
  if (text.length > LONGEST) return null;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text);
    if (!found) return null;
    tokens.push(found[0].trim());
  }
  const reader = new Reader(tokens, compare);
  const expr = reader.or(0);
  return expr && reader.atEnd ? expr : null;
}

const CONSTANTS = new Map<string, boolean>([
  ['true', true],
  ['false', false],
]);
const WORDS = new Set(['and', 'or', 'not']);

class Reader {
  private at = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly compare: Comparison,
  ) {}

  get atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  or(depth: number): GuardExpr | null {
    return this.joined('or', ['or', '||'], () => this.joined('and', ['and', '&&'], () => this.unary(depth)));
  }

  private joined(op: 'and' | 'or', signs: readonly string[], read: () => GuardExpr | null): GuardExpr | null {
    const first = read();
    if (!first) return null;
    const of = [first];
    while (signs.includes(this.peek())) {
      this.at += 1;
      const next = read();
      if (!next) return null;
      of.push(next);
    }
    return of.length === 1 ? first : { op, of };
  }

  private unary(depth: number): GuardExpr | null {
    if (depth > DEEPEST) return null;
    if (this.takes('not') || this.takes('!')) {
      const of = this.unary(depth + 1);
      return of && { op: 'not', of };
    }
    if (!this.takes('(')) return this.comparison();
    const inner = this.or(depth + 1);
    return inner && this.takes(')') ? inner : null;
  }

  private comparison(): GuardExpr | null {
    const left = this.operand();
    if (!left) return null;
    const sign = this.peek();
    const op = sign === '==' ? '=' : sign;
    if (!Object.hasOwn(FLIPPED, op)) return 'path' in left ? this.compare(left.path, '=', { value: true }) : null;
    this.at += 1;
    const right = this.operand();
    if (!right) return null;
    if ('path' in left) return this.compare(left.path, op as Comparator, right);
    return 'path' in right ? this.compare(right.path, FLIPPED[op as Comparator], left) : null;
  }

  private operand(): Operand | null {
    const token = this.peek();
    this.at += 1;
    if (/^["']/.test(token)) return { value: token.slice(1, -1) };
    if (/^-?\d/.test(token)) return { value: Number(token) };
    const constant = CONSTANTS.get(token);
    if (constant !== undefined) return { value: constant };
    return /^[A-Za-z_]/.test(token) && !WORDS.has(token) ? { path: token } : null;
  }

  private peek(): string {
    return this.tokens[this.at] ?? '';
  }

  private takes(token: string): boolean {
    if (this.peek() !== token) return false;
    this.at += 1;
    return true;
  }
}
