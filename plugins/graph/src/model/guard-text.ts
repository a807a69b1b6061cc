import type { GuardExpr } from './graph.js';

/** An expression in one line, as people write it. */
export function guardText(expr: GuardExpr): string {
  switch (expr.op) {
    case 'and':
    case 'or':
      return expr.of
        .map((part) => (part.op === 'and' || part.op === 'or' ? `(${guardText(part)})` : guardText(part)))
        .join(` ${expr.op} `);
    case 'not':
      return `not (${guardText(expr.of)})`;
    case 'in':
      return `${expr.variable} in ${JSON.stringify(expr.values)}`;
    case 'contains':
      return `${expr.variable} contains ${JSON.stringify(expr.value)}`;
    case 'empty':
    case 'present':
      return `${expr.variable} is ${expr.op}`;
    default:
      return `${expr.variable} ${expr.op} ${'other' in expr ? expr.other : JSON.stringify(expr.value)}`;
  }
}
