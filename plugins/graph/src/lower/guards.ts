import type { Guard, GuardExpr, Variable } from '../model/index.js';

export type Variables = ReadonlyMap<string, Variable>;

export const variablesOf = (variables: readonly Variable[] = []): Variables =>
  new Map(variables.map((variable) => [variable.name, variable]));

/** How a guard is read here: who decides it (S4). */
export function guardClass(guard: Guard | undefined, variables: Variables): 'free' | 'decided' | 'opaque' {
  if (guard === undefined || 'choice' in guard) return 'free';
  if ('opaque' in guard) return 'opaque';
  return isDecided(guard.expr, variables) ? 'decided' : 'opaque';
}

/** True when every comparison fits the types of its variables (S7). */
export function isDecided(expr: GuardExpr, variables: Variables): boolean {
  switch (expr.op) {
    case 'and':
    case 'or':
      return expr.of.every((part) => isDecided(part, variables));
    case 'not':
      return isDecided(expr.of, variables);
    default:
      return 'other' in expr
        ? comparable(expr.op, variables.get(expr.variable), variables.get(expr.other))
        : compares(expr, variables.get(expr.variable));
  }
}

type Comparison = Exclude<GuardExpr, { readonly op: 'and' | 'or' | 'not' } | { readonly other: string }>;

function compares(expr: Comparison, variable: Variable | undefined): boolean {
  if (variable === undefined) return false;
  switch (expr.op) {
    case 'empty':
    case 'present':
      return true;
    case 'contains':
      return variable.type === 'string';
    case 'in':
      return variable.type !== 'bool' && expr.values.every((value) => fits(value, variable));
    case '=':
    case '!=':
      return fits(expr.value, variable);
    default:
      return isNumber(variable) && Number.isFinite(expr.value);
  }
}

/** Numbers by any comparison, others of one type by being the same. */
function comparable(op: string, left: Variable | undefined, right: Variable | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return isNumber(left) ? isNumber(right) : left.type === right.type && (op === '=' || op === '!=');
}

const isNumber = ({ type }: Variable): boolean => type === 'int' || type === 'real';

function fits(value: string | number | boolean, variable: Variable): boolean {
  if (variable.type === 'bool') return typeof value === 'boolean';
  if (variable.type === 'string') return typeof value === 'string';
  return typeof value === 'number' && Number.isFinite(value);
}
