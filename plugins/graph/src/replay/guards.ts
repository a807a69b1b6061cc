import type { AgentGraph, GraphEdge, Guard, GuardExpr } from '../model/index.js';

/** Three values: what nobody said a value for may be either. */
export type Truth = true | false | null;

export type ValueOf = (variable: string) => string | number | boolean | undefined;

/** Whether a guard holds for values, by the words of S7. */
export function holds(expr: GuardExpr, valueOf: ValueOf): Truth {
  switch (expr.op) {
    case 'not': {
      const inner = holds(expr.of, valueOf);
      return inner === null ? null : !inner;
    }
    case 'and':
    case 'or': {
      const parts = expr.of.map((part) => holds(part, valueOf));
      const decisive = expr.op === 'or';
      if (parts.includes(decisive)) return decisive;
      return parts.includes(null) ? null : !decisive;
    }
    case 'empty':
    case 'present':
      return null;
    default:
      return compared(expr, valueOf);
  }
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

/** Whether a guard is an expression over variables whose types are known: else somebody else decides it. */
export function isRead(graph: AgentGraph, guard: Guard): boolean {
  const known = new Set((graph.variables ?? []).map(({ name }) => name));
  return 'expr' in guard && variablesIn(guard.expr).every((name) => known.has(name));
}
