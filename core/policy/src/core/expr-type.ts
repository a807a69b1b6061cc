import type { Type } from '@ostiary/catalogue';
import { BOOL, DECIMAL, INT, KEYWORD, TEXT } from '../values/types.js';
import type { CoreExpr, CorePolicy } from './ir.js';

/** The type of the value a core expression yields. */
export function exprType(core: Pick<CorePolicy, 'slots'>, expr: CoreExpr): Type {
  switch (expr.op) {
    case 'read': {
      const slot = core.slots[expr.slot];
      if (!slot) throw new RangeError(`no slot ${expr.slot}`);
      return slot.type;
    }
    case 'const':
    case 'undefined':
    case 'field':
    case 'part':
    case 'item':
    case 'add':
    case 'sub':
    case 'mul':
    case 'neg':
    case 'total':
      return expr.type;
    case 'if':
      return exprType(core, expr.then);
    case 'or_else':
      return exprType(core, expr.operand);
    case 'decimal':
      return DECIMAL;
    case 'size':
    case 'rank':
      return INT;
    case 'convert':
      return { kind: 'money', currency: expr.currency };
    case 'tool':
      return TEXT;
    case 'answer':
      return KEYWORD;
    default:
      return BOOL;
  }
}
