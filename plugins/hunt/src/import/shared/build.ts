import {
  type CompareOp,
  type DeclaredField,
  type DeclaredType,
  type Expr,
  escapeGlob,
  type Literal,
  type Name,
  type PathExpr,
  type Root,
  type Span,
  type Target,
} from '@ostiary/policy';

/** Nodes of a tree that is printed, and has no text yet. */
export const NOWHERE: Span = { start: 0, end: 0 };

export const name = (text: string): Name => ({ text, span: NOWHERE });

export const path = (root: Root | null, segments: readonly string[]): PathExpr => ({
  kind: 'path',
  root,
  segments: segments.map(name),
  bare: false,
  span: NOWHERE,
});

export const text = (value: string): Literal => literal({ type: 'string', value });
export const bool = (value: boolean): Literal => literal({ type: 'bool', value });

/** A number as it is written: `-3`, `0.25`. */
export const number = (digits: string): Literal => literal({ type: digits.includes('.') ? 'decimal' : 'int', digits });

const literal = (value: Literal['value']): Literal => ({ kind: 'literal', value, span: NOWHERE });

export const compare = (op: CompareOp, left: Expr, right: Expr): Expr => ({
  kind: 'compare',
  op,
  left,
  right,
  span: NOWHERE,
});
export const arithmetic = (op: '+' | '-' | '*', left: Expr, right: Expr): Expr => ({
  kind: 'arithmetic',
  op,
  left,
  right,
  span: NOWHERE,
});
export const has = (target: PathExpr): Expr => ({ kind: 'has', target, form: 'prefix', span: NOWHERE });
export const contains = (list: Expr, item: Expr): Expr => ({
  kind: 'contains',
  list,
  item,
  negated: false,
  span: NOWHERE,
});
export const oneOf = (operand: Expr, items: readonly Literal[]): Expr => ({
  kind: 'in',
  operand,
  items,
  negated: false,
  span: NOWHERE,
});
export const inList = (operand: Expr, list: Expr): Expr => ({
  kind: 'in_list',
  operand,
  list,
  negated: false,
  span: NOWHERE,
});
/** @param pattern a glob of ours: `*` is any run, `\*` a star */
export const like = (operand: Expr, pattern: string): Expr => ({
  kind: 'like',
  operand,
  pattern,
  negated: false,
  span: NOWHERE,
});
export const matches = (operand: Expr, pattern: string): Expr => ({
  kind: 'matches',
  operand,
  pattern,
  negated: false,
  span: NOWHERE,
});
export const inRange = (operand: Expr, range: string): Expr => ({
  kind: 'in_range',
  operand,
  range: name(range),
  span: NOWHERE,
});
export const size = (operand: Expr): Expr => ({ kind: 'size', operand, span: NOWHERE });
export const duration = (ms: number): Literal => literal({ type: 'duration', ms, text: durationText(ms) });
export const items = (values: readonly Literal[]): Expr => ({ kind: 'items', items: values, span: NOWHERE });
export const setTest = (test: 'containsAll' | 'containsAny' | 'containsOnly', list: Expr, other: Expr): Expr => ({
  kind: 'set',
  test,
  list,
  other,
  span: NOWHERE,
});

/** The pattern of some pieces: text as it is, null for any run. */
export const globOf = (pieces: readonly (string | null)[]): string =>
  pieces.map((piece) => (piece === null ? '*' : escapeGlob(piece))).join('');

export const typeNamed = (word: string): DeclaredType => ({ kind: 'named', name: name(word), span: NOWHERE });
export const listOf = (of: DeclaredType): DeclaredType => ({ kind: 'list', of, span: NOWHERE });
export const mapOf = (of: DeclaredType): DeclaredType => ({ kind: 'map', of, span: NOWHERE });
export const record = (fields: readonly DeclaredField[], open: boolean): DeclaredType => ({
  kind: 'fields',
  record: { fields, open, span: NOWHERE },
  span: NOWHERE,
});
export const field = (of: string, type: DeclaredType, optional: boolean): DeclaredField => ({
  name: name(of),
  optional,
  type,
  span: NOWHERE,
});

export const toolsTarget = (names: readonly string[]): Target => ({
  kind: 'tools',
  names: names.map(name),
  span: NOWHERE,
});
export const ANY_TOOL: Target = { kind: 'any', span: NOWHERE };

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

/** `1d12h`. */
function durationText(ms: number): string {
  let rest = ms;
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${String(count)}${unit}`];
  });
  return parts.join('') || '0s';
}
