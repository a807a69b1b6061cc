import { ABSENT, type Outcome } from '../../values/outcome.js';
import type { Value } from '../../values/value.js';
import type { CoreExpr } from '../../core/ir.js';
import type { State } from './dimension.js';

/** An expression over one slot, and its value in a state of the slot. */
export interface Operand {
  readonly slot: number;
  readonly valueIn: (state: State) => Outcome;
  /** Constants that it may take in place of the slot's. */
  readonly instead: readonly Value[];
}

/** No normal form of any format, and in no text of a policy. */
const UNNAMED = '\u{0}\u{1}\u{0}';

/** Null: it is more than a slot, perhaps with a constant for its absence. */
export function operandOf(expr: CoreExpr): Operand | null {
  if (expr.op === 'read') return { slot: expr.slot, valueIn: valueOf, instead: [] };
  if (expr.op !== 'or_else' || expr.operand.op !== 'read' || expr.fallback.op !== 'const') return null;
  const { value } = expr.fallback;
  const valueIn = (state: State): Outcome => (state.kind === 'absent' ? value : valueOf(state));
  return { slot: expr.operand.slot, valueIn, instead: [value] };
}

function valueOf(state: State): Outcome {
  if (state.kind === 'value') return state.value;
  // A string that no test names is equal to none of the constants.
  return state.kind === 'string' ? (state.word ?? UNNAMED) : ABSENT;
}
