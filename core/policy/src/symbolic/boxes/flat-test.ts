import { slotTest } from '../../evaluate/compile/slot-test.js';
import { not, type Truth } from '../../evaluate/kleene.js';
import type { CoreExpr } from '../../core/ir.js';
import { ABSENT, ILL_TYPED } from '../../values/outcome.js';
import { rangePredicate, underPredicate } from '../strings/places.js';
import {
  anyOfPredicate,
  ANYTHING,
  liftedPredicate,
  likePredicate,
  literalPredicate,
  matchesPredicate,
  type StringPredicate,
} from '../strings/variable.js';
import type { Dimension, State } from './dimension.js';

/** A test of one attribute against constants. */
export interface FlatTest {
  readonly slot: number;
  readonly truth: (state: State) => Truth;
}

/**
 * The test that an expression is, with what it compares noted at the attribute's dimension; null when it is none, or one that no
 * states of a single attribute decide.
 */
export function flatTest(expr: CoreExpr, dimensionOf: (slot: number) => Dimension | null): FlatTest | null {
  if (expr.op === 'not') {
    const inner = flatTest(expr.operand, dimensionOf);
    return inner && { ...inner, truth: (state) => not(inner.truth(state)) };
  }
  if (expr.op === 'has') {
    const dimension = dimensionOf(expr.slot);
    if (!dimension) return null;
    const readable = dimension.type.kind === 'any';
    // Of what is there and cannot be read nothing is said.
    return {
      slot: expr.slot,
      truth: ({ kind }) => (kind === 'ill_typed' && !readable ? ILL_TYPED : kind !== 'absent'),
    };
  }
  if (expr.op === 'contains') {
    const dimension = expr.list.op === 'read' ? dimensionOf(expr.list.slot) : null;
    if (!dimension || expr.list.op !== 'read' || expr.item.op !== 'const') return null;
    const { value } = expr.item;
    dimension.constants.push(value);
    return { slot: expr.list.slot, truth: (state) => (state.kind === 'list' ? state.has.has(value) : ABSENT) };
  }
  return stringTest(expr, dimensionOf) ?? scalarTest(expr, dimensionOf);
}

function scalarTest(expr: CoreExpr, dimensionOf: (slot: number) => Dimension | null): FlatTest | null {
  const test = slotTest(expr);
  const dimension = test && dimensionOf(test.slot);
  if (!test || !dimension || dimension.type.kind === 'list') return null;
  if (dimension.type.kind !== 'bool') dimension.constants.push(...test.constants);
  return {
    slot: test.slot,
    truth: (state) => {
      if (state.kind === 'value') return test.holds(state.value);
      // A string that no test names is equal to none of the constants.
      return state.kind === 'string' ? test.holds(state.word ?? UNNAMED) : ABSENT;
    },
  };
}

/** No normal form of any format, and in no text of a policy. */
const UNNAMED = '\u{0}\u{1}\u{0}';

/** A pattern over a string, or a comparison of a part of one. */
function stringTest(expr: CoreExpr, dimensionOf: (slot: number) => Dimension | null): FlatTest | null {
  const asked = predicateOf(expr);
  if (!asked) return null;
  const { operand, predicate, negated } = asked;
  const whole = operand.op === 'part' ? operand.operand : operand;
  const dimension = whole.op === 'read' ? dimensionOf(whole.slot) : null;
  if (whole.op !== 'read' || dimension?.type.kind !== 'string') return null;
  const { format } = dimension.type;
  const lifted = operand.op === 'part' ? liftedPredicate(format, operand.part, predicate) : predicate;
  const defined = operand.op === 'part' ? liftedPredicate(format, operand.part, ANYTHING) : null;
  if (!lifted || (operand.op === 'part' && !defined)) return null;
  for (const each of [lifted, ...(defined ? [defined] : [])]) dimension.predicates.set(each.key, each);
  return {
    slot: whole.slot,
    truth: (state) => {
      if (state.kind !== 'string') return ABSENT;
      if ((state.long && expr.op === 'matches') || (defined && !state.accepts.has(defined.key))) return ABSENT;
      return state.accepts.has(lifted.key) !== negated;
    },
  };
}

interface Asked {
  readonly operand: CoreExpr;
  readonly predicate: StringPredicate;
  readonly negated: boolean;
}

function predicateOf(expr: CoreExpr): Asked | null {
  switch (expr.op) {
    case 'like':
      return { operand: expr.operand, predicate: likePredicate(expr.pattern), negated: false };
    case 'matches':
      return { operand: expr.operand, predicate: matchesPredicate(expr.pattern), negated: false };
    case 'under':
      return { operand: expr.operand, predicate: underPredicate(expr.directory), negated: false };
    case 'in_range':
      return { operand: expr.operand, predicate: rangePredicate(expr.range), negated: false };
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
