import type { GraphEdge, Guard, GuardExpr, Variable } from '../model/index.js';

/** Three values: what nobody said a value for may be either. */
export type Truth = true | false | null;

export type ValueOf = (variable: string) => string | number | boolean | undefined;

/** Whether a variable is there, or empty: no value says that. */
type Presence = Extract<GuardExpr, { op: 'present' | 'empty' }>;
type IsSo = (presence: Presence) => Truth;

/** Whether a guard holds for values, by the words of S7. */
export function holds(expr: GuardExpr, valueOf: ValueOf, isSo: IsSo = () => null): Truth {
  switch (expr.op) {
    case 'not': {
      const inner = holds(expr.of, valueOf, isSo);
      return inner === null ? null : !inner;
    }
    case 'and':
    case 'or': {
      const parts = expr.of.map((part) => holds(part, valueOf, isSo));
      const decisive = expr.op === 'or';
      if (parts.includes(decisive)) return decisive;
      return parts.includes(null) ? null : !decisive;
    }
    case 'empty':
    case 'present':
      return isSo(expr);
    default:
      return compared(expr, valueOf);
  }
}

/** More of them are not tried in every way. */
const MOST_PRESENCES = 8;

/** Every way in which what guards ask of presence can be so; what is empty is the empty text. */
export function presences(exprs: readonly GuardExpr[], valueOf: ValueOf): IsSo[] {
  const key = ({ op, variable }: Presence): string => `${op} ${variable}`;
  const asked = new Map(exprs.flatMap(presencesIn).map((each) => [key(each), each]));
  const open = [...asked.values()].filter(({ op, variable }) => op === 'present' || (valueOf(variable) ?? '') === '');
  if (open.length > MOST_PRESENCES) return [() => null];
  return Array.from({ length: 1 << open.length }, (_, bits) => {
    const so = new Set(open.filter((_each, at) => ((bits >> at) & 1) === 1).map(key));
    return (presence: Presence) => so.has(key(presence));
  });
}

function presencesIn(expr: GuardExpr): Presence[] {
  if (expr.op === 'not') return presencesIn(expr.of);
  if ('of' in expr) return expr.of.flatMap(presencesIn);
  return expr.op === 'present' || expr.op === 'empty' ? [expr] : [];
}

function compared(expr: Extract<GuardExpr, { variable: string }>, valueOf: ValueOf): Truth {
  const left = valueOf(expr.variable);
  const right = 'other' in expr ? valueOf(expr.other) : 'value' in expr ? expr.value : undefined;
  if (left === undefined) return null;
  if ('values' in expr) return expr.values.includes(left as string | number);
  if (right === undefined) return null;
  switch (expr.op) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      return String(left).includes(String(right));
  }
}

/**
 * Whether an edge may be taken among those of its choice, for values (S4). Null counts as it may. `spent`: taken as often as it may be. `reads`: whether a guard is
 * one that values decide.
 */
export function mayTake(
  edge: GraphEdge,
  choice: readonly GraphEdge[],
  exclusive: boolean,
  valueOf: ValueOf,
  spent: (edge: GraphEdge) => boolean = () => false,
  reads: (guard: Guard) => boolean = () => true,
): boolean {
  const decided = (each: GraphEdge): Truth =>
    each.guard && 'expr' in each.guard && reads(each.guard) ? holds(each.guard.expr, valueOf) : null;
  const passed = (each: GraphEdge): boolean =>
    each.otherwise === true || decided(each) !== true || each.provenance === 'may' || spent(each);
  if (decided(edge) === false) return false;
  if (edge.otherwise) return choice.every((each) => each === edge || passed(each));
  return !exclusive || choice.slice(0, choice.indexOf(edge)).every(passed);
}

export function variablesIn(expr: GuardExpr): string[] {
  if (expr.op === 'not') return variablesIn(expr.of);
  if ('of' in expr) return expr.of.flatMap(variablesIn);
  return 'other' in expr ? [expr.variable, expr.other] : [expr.variable];
}

export type Comparison = Extract<GuardExpr, { variable: string }>;

export function comparisonsIn(expr: GuardExpr): Comparison[] {
  if (expr.op === 'not') return comparisonsIn(expr.of);
  return 'of' in expr ? expr.of.flatMap(comparisonsIn) : [expr];
}

export const constantsIn = (expr: Comparison): readonly (string | number | boolean)[] =>
  'values' in expr ? expr.values : 'value' in expr ? [expr.value] : [];

/** Whether a guard is an expression that the types of its variables allow: else somebody else decides it (S7). */
export const isRead = (declared: readonly Variable[], guard: Guard): boolean =>
  'expr' in guard && comparisonsIn(guard.expr).every((each) => fits(each, declared));

/** Whether the types of its variables allow a comparison. */
export function fits(comparison: Comparison, declared: readonly Variable[]): boolean {
  const kindOf = (name: string): string | undefined => {
    const type = declared.find((each) => each.name === name)?.type;
    return type === 'int' || type === 'real' ? 'number' : type === 'bool' ? 'boolean' : type;
  };
  const kind = kindOf(comparison.variable);
  if (kind === undefined) return false;
  if (NUMBERS.has(comparison.op) && kind !== 'number') return false;
  if (comparison.op === 'contains' && kind !== 'string') return false;
  if (comparison.op === 'in' && kind === 'boolean') return false;
  return 'other' in comparison
    ? kindOf(comparison.other) === kind
    : constantsIn(comparison).every((each) => typeof each === kind);
}

const NUMBERS = new Set(['<', '<=', '>', '>=']);
