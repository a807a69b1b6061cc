import type { CoreExpr, Slot } from '../../core/ir.js';
import type { BoolTerm } from '../terms/term.js';
import type { Inputs } from './inputs.js';
import type { EncodingState } from './state.js';
import type { Sym } from './sym.js';

const WHY = 'why a condition has no value';

/** What absence is told from: the values of parts, and the places of slots. */
export interface AbsenceScope {
  readonly state: EncodingState;
  readonly inputs: Inputs;
  readonly slot: (index: number) => Slot;
  readonly sym: (expr: CoreExpr) => Sym;
}

/**
 * Where an expression has no value because what it reads is absent, and for no other reason: what `or else` stands in for.
 * Before it stands one read, with steps into it or fallbacks, the comparison of such a read with itself, or one that is brought to more digits.
 */
export function absenceOf(expr: CoreExpr, scope: AbsenceScope): BoolTerm {
  const { inputs } = scope;
  const { factory } = scope.state;
  const of = (part: CoreExpr): BoolTerm => absenceOf(part, scope);
  const defined = (part: CoreExpr): BoolTerm => scope.sym(part).defined;
  switch (expr.op) {
    case 'read':
      return inputs.absent(scope.slot(expr.slot));
    case 'undefined':
      return factory.true;
    case 'answer':
      return factory.not(defined(expr));
    case 'const':
    case 'item':
      return factory.false;
    case 'field':
    case 'part':
      return factory.or(of(expr.operand), factory.and(defined(expr.operand), factory.not(defined(expr))));
    case 'decimal':
    case 'size':
      return of(expr.operand);
    case 'compare':
    case 'mul':
      return of(expr.left);
    case 'or_else':
      return factory.and(of(expr.operand), of(expr.fallback));
    default:
      return factory.and(factory.not(defined(expr)), scope.state.havoc(WHY));
  }
}
