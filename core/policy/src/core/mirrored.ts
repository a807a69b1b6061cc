import type { CompareOp } from '../syntax/ast.js';

/** Of each comparison the one that says the same with its sides exchanged: `a < b` is `b > a`. */
export const MIRRORED: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
