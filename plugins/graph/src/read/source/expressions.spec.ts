import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GuardExpr } from '../../model/index.js';
import { readExpression } from './expressions.js';

const read = (source: string): GuardExpr | null =>
  readExpression(source, (path, op, operand) => {
    if (path === 'unknown') return null;
    if ('path' in operand) return { op, variable: path, other: operand.path };
    return { op: op as '=', variable: path, value: operand.value };
  });
/** The expression written out, with parentheses around each part. */
function text(expr: GuardExpr): string {
  switch (expr.op) {
    case 'and':
    case 'or':
      return `(${expr.of.map(text).join(` ${expr.op} `)})`;
    case 'not':
      return `!${text(expr.of)}`;
    default:
      return 'value' in expr
        ? `${expr.variable}${expr.op}${JSON.stringify(expr.value)}`
        : 'other' in expr
          ? `${expr.variable}${expr.op}${expr.other}`
          : '?';
  }
}
const shown = (source: string): string | null => {
  const expr = read(source);
  return expr && text(expr);
};

describe('readExpression', () => {
  it.each([
    ['a == 1', 'a=1'],
    ['a.b.0 != "x y"', 'a.b.0!="x y"'],
    ["a = 'x'", 'a="x"'],
    ['1.5 < a', 'a>1.5'],
    ['-2 >= a', 'a<=-2'],
    ['a<=b.c', 'a<=b.c'],
    ['ok', 'ok=true'],
    ['not ok', '!ok=true'],
    ['!(a == 1)', '!a=1'],
    ['a == true', 'a=true'],
    ['a == 1 or b == 2 and not c == 3', '(a=1 or (b=2 and !c=3))'],
    ['(a == 1 || b == 2) && c == 3', '((a=1 or b=2) and c=3)'],
    [' a == 1 ', 'a=1'],
    ['android == 1', 'android=1'],
  ])('%s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'a ==',
    '== 1',
    'a == 1 b',
    'a + 1 == 2',
    'f(a)',
    'a == 1 and',
    '(a == 1',
    'a == 1)',
    '1 == 1',
    'true',
    'a == "x',
    'a == 1x',
    'a[0] == 1',
    'a === 1',
    'unknown == 1',
    'a == 1 and unknown',
    'a == "\\u0041"',
    'not',
    'a == 1 xor b',
    `${'('.repeat(100)}a${')'.repeat(100)}`,
    `${'!'.repeat(100)}a`,
    `a == "${'x'.repeat(3_000)}"`,
  ])('%s is not read', (source) => {
    expect(read(source)).toBeNull();
  });

  it('ends for any text, and reads what it writes', () => {
    const pieces = fc.array(
      fc.constantFrom('a', 'b.c', '==', '<', '1', '"x"', 'and', 'or', 'not', '(', ')', '!', ' ', '&&', '=', '.'),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const once = shown(parts.join(' '));
        expect(once === null || shown(once) === once).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
