import type { Type } from '@ostiary/catalogue';
import type { CoreExpr } from '../../core/ir.js';
import type { Value } from '../../values/value.js';
import { BOOL } from '../../values/types.js';

/** A core expression and the type of its value. */
export interface Typed {
  readonly expr: CoreExpr;
  readonly type: Type;
  /** Set where tools declare several types for what this one lacks: nothing can stand for it. */
  readonly untyped?: boolean;
}

/** An expression with its type. */
export const typed = (expr: CoreExpr, type: Type): Typed => ({ expr, type });

/** A constant with its type. */
export const constant = (value: Value, type: Type): Typed => ({ expr: { op: 'const', value, type }, type });

export const TRUE: Typed = constant(true, BOOL);
export const FALSE: Typed = constant(false, BOOL);

/** A truth that is known whatever `unasked` would say. */
export function settled(value: boolean, unasked: readonly CoreExpr[]): Typed {
  if (unasked.length === 0) return value ? TRUE : FALSE;
  return typed({ op: 'const', value, type: BOOL, unasked }, BOOL);
}

/** What whoever walks over an expression as it is written looks at, and the core form does not. */
export const unaskedIn = (expr: CoreExpr): readonly CoreExpr[] =>
  expr.op === 'const' || expr.op === 'undefined' ? (expr.unasked ?? []) : [expr];

/** An expression that has no value, whatever the call; `unasked` is what the interpreter still looks at. */
export const never = (type: Type, unasked: readonly CoreExpr[] = []): Typed => ({
  expr: { op: 'undefined', type, ...(unasked.length > 0 && { unasked }) },
  type,
});

/** What is never defined, because of an operand that is not. */
export const neverOf = (type: Type, ...operands: readonly Typed[]): Typed =>
  never(
    type,
    operands.flatMap(({ expr }) => unaskedIn(expr)),
  );

/** Whether an expression is this truth for every call. */
export const isConst = (expr: CoreExpr, value: boolean): boolean => expr.op === 'const' && expr.value === value;

/** Whether an expression has no value for any call. */
export const isUndefined = ({ expr }: Typed): boolean => expr.op === 'undefined';

/** A test that is undefined when any of its operands is. */
export function strict(operands: readonly Typed[], make: () => CoreExpr): Typed {
  if (!operands.some(isUndefined)) return typed(make(), BOOL);
  return neverOf(BOOL, ...operands);
}
