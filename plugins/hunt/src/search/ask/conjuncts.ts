import type { CoreExpr } from '@ostiary/policy';

/** The tests of a guard that must all hold: those of a conjunction, however it is nested, or the guard itself. */
export function conjunctsOf(guard: CoreExpr): readonly CoreExpr[] {
  return guard.op === 'and' ? guard.operands.flatMap(conjunctsOf) : [guard];
}
