import type { StringType } from '@ostiary/catalogue';
import type { CoreExpr } from '../../core/ir.js';
import type { Truth } from '../../evaluate/kleene.js';
import { ABSENT } from '../../values/outcome.js';
import { predicateOf } from '../strings/places.js';
import {
  anyOfPredicate,
  ANYTHING,
  liftedPredicate,
  literalPredicate,
  type StringPredicate,
} from '../strings/variable.js';
import type { Dimension, State } from './dimension.js';

/** A pattern over a string, or a comparison of a part of one, by the slot the string is read from. */
export interface StringTest {
  readonly slot: number;
  /** What the test says of the states of a dimension of strings, where it is noted; null when no language of the whole describes it. */
  readonly over: (dimension: Dimension, type: StringType) => ((state: State) => Truth) | null;
}

/** Null: it is not a test of this kind. */
export function stringTest(expr: CoreExpr): StringTest | null {
  const asked = askedOf(expr);
  if (!asked) return null;
  const { operand, predicate, negated } = asked;
  const whole = operand.op === 'part' ? operand.operand : operand;
  if (whole.op !== 'read') return null;
  return {
    slot: whole.slot,
    over: (dimension, { format }) => {
      const lifted = operand.op === 'part' ? liftedPredicate(format, operand.part, predicate) : predicate;
      const defined = operand.op === 'part' ? liftedPredicate(format, operand.part, ANYTHING) : null;
      if (!lifted || (operand.op === 'part' && !defined)) return null;
      for (const each of [lifted, ...(defined ? [defined] : [])]) dimension.predicates.set(each.key, each);
      return (state) => {
        if (state.kind !== 'string') return ABSENT;
        if ((state.long && expr.op === 'matches') || (defined && !state.accepts.has(defined.key))) return ABSENT;
        return state.accepts.has(lifted.key) !== negated;
      };
    },
  };
}

interface Asked {
  readonly operand: CoreExpr;
  readonly predicate: StringPredicate;
  readonly negated: boolean;
}

function askedOf(expr: CoreExpr): Asked | null {
  switch (expr.op) {
    case 'like':
    case 'matches':
    case 'under':
    case 'in_range':
      return { operand: expr.operand, predicate: predicateOf(expr), negated: false };
    case 'member':
      if (expr.operand.op !== 'part' || expr.type.kind !== 'string') return null;
      return { operand: expr.operand, predicate: anyOfPredicate(expr.values.map(String)), negated: false };
    case 'compare':
      if (expr.left.op !== 'part' || expr.right.op !== 'const' || expr.type.kind !== 'string') return null;
      return {
        operand: expr.left,
        predicate: literalPredicate(expr.right.value as string),
        negated: expr.cmp === '!=',
      };
    default:
      return null;
  }
}
