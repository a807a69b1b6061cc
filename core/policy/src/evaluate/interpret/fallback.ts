import type { Expr, ExprOf } from '../../syntax/ast.js';
import { strictReads } from '../../syntax/strict-reads.js';
import { all, any, fromTruth, negated, truthOf } from './compare.js';
import { bool, type Dynamic, missing } from './dynamic.js';

/** What a fallback asks of the interpreter. */
export interface Evaluation {
  /** The value of an expression. */
  readonly value: (expr: Expr) => Dynamic;
  /** Whether a name is that of a list of constants. */
  readonly isConstant: (expr: Expr) => boolean;
}

type OrElse = ExprOf<'or_else'>;

/** The value of the operand, or null where it is absent and the fallback stands for it. */
export function unlessAbsent(
  { operand, fallback }: OrElse,
  { value: valueOf, isConstant }: Evaluation,
): Dynamic | null {
  const asked = fallback.kind === 'literal' && fallback.value.type === 'bool' ? fallback.value.value : null;
  const truth = (expr: Expr, instead: boolean): Dynamic => {
    if (expr.kind === 'not') return fromTruth(negated(truthOf(truth(expr.operand, !instead))));
    if (expr.kind !== 'logic') return plain(expr) ?? bool(instead);
    const truths = [truth(expr.left, instead), truth(expr.right, instead)].map(truthOf);
    return fromTruth(expr.op === '&&' ? all(truths) : any(truths));
  };
  const plain = (expr: Expr): Dynamic | null => {
    const value = valueOf(expr);
    if (value.kind !== 'missing') return value;
    if (expr.kind === 'path' || expr.kind === 'or_else' || expr.kind === 'call')
      return value.cause === 'absent' ? null : value;
    const causes = (strictReads(expr) ?? [])
      .filter(({ path }) => !isConstant(path))
      .flatMap(({ path, covered }) => {
        const read = valueOf(path);
        return read.kind === 'missing' ? [{ cause: read.cause, covered }] : [];
      });
    if (causes.some(({ cause }) => cause !== 'absent')) return missing('ill_typed');
    return causes.some(({ covered }) => !covered) ? null : value;
  };
  if (asked !== null && (operand.kind === 'logic' || operand.kind === 'not')) return truth(operand, asked);
  return plain(operand);
}
