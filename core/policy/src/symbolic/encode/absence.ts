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

/** Where an expression has no value because what it reads is absent, and for no other reason: what `or else` stands in for. */
export function absenceOf(expr: CoreExpr, scope: AbsenceScope): BoolTerm {
  const { state, inputs } = scope;
  const { factory } = state;
  const of = (part: CoreExpr): BoolTerm => absenceOf(part, scope);
  const defined = (part: CoreExpr): BoolTerm => scope.sym(part).defined;
  /** Of several operands the first without a value says why the whole has none. */
  const first = (parts: readonly CoreExpr[]): BoolTerm =>
    parts.reduceRight((rest, part) => factory.choose(defined(part), rest, of(part)), factory.false);
  switch (expr.op) {
    case 'read':
      return inputs.absent(scope.slot(expr.slot));
    case 'undefined':
      return factory.true;
    case 'field':
    case 'part':
      return factory.or(of(expr.operand), factory.and(defined(expr.operand), factory.not(defined(expr))));
    case 'const':
    case 'item':
    case 'tool':
      return factory.false;
    case 'not':
    case 'neg':
    case 'decimal':
    case 'convert':
    case 'member':
    case 'like':
    case 'under':
    case 'in_range':
    case 'size':
    case 'rank':
      return of(expr.operand);
    case 'compare':
    case 'add':
    case 'sub':
    case 'mul':
      return first([expr.left, expr.right]);
    case 'and':
    case 'or':
      return factory.and(factory.not(defined(expr)), first(expr.operands));
    case 'if': {
      const condition = scope.sym(expr.condition);
      if (condition.kind !== 'bool') return of(expr.condition);
      const chosen = factory.choose(condition.value, of(expr.then), of(expr.else));
      return factory.choose(condition.defined, chosen, of(expr.condition));
    }
    case 'or_else':
      return factory.and(of(expr.operand), of(expr.fallback));
    case 'any':
    case 'all':
    case 'total':
    case 'contains':
      return factory.choose(
        defined(expr.list),
        factory.and(factory.not(defined(expr)), state.havoc(WHY)),
        of(expr.list),
      );
    default:
      // Why a condition on labels, lists or history has no value is left open.
      return factory.and(factory.not(defined(expr)), state.havoc(WHY));
  }
}
