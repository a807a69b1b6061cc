import type { CoreEvent, CoreExpr, CorePolicy, CoreVariant, HistoryKey } from './ir.js';

/** The direct subexpressions of a core expression, in the order they are written. */
export function childrenOf(expr: CoreExpr): readonly CoreExpr[] {
  switch (expr.op) {
    case 'const':
    case 'undefined':
    case 'read':
    case 'has':
    case 'item':
    case 'tool':
    case 'answer':
    case 'label':
    case 'confirmed':
      return [];
    case 'and':
    case 'or':
      return expr.operands;
    case 'if':
      return [expr.condition, expr.then, expr.else];
    case 'or_else':
      return [expr.operand, expr.fallback];
    case 'compare':
    case 'add':
    case 'sub':
    case 'mul':
      return [expr.left, expr.right];
    case 'contains':
      return [expr.list, expr.item];
    case 'any':
    case 'all':
    case 'total':
      return [expr.list, expr.body];
    case 'formerly':
    case 'previous':
    case 'count':
      return presentValues(expr.event, expr.key);
    case 'sum':
      return [...presentValues(expr.event, expr.key), ...(expr.own ? [expr.own] : [])];
    case 'since':
      return [expr.holds, ...presentValues(expr.event, expr.key)];
    default:
      return [expr.operand];
  }
}

/** What a condition takes of the present call, apart from names of principals, sessions and customers. */
function presentValues({ fields }: CoreEvent, key: HistoryKey): readonly CoreExpr[] {
  const values = fields.flatMap(({ value }) => value ?? []);
  return key.by === 'args' ? [...values, key.value] : values;
}

/** An expression and all that is in it, from the outside in. */
export function within(expr: CoreExpr): readonly CoreExpr[] {
  const found: CoreExpr[] = [];
  const visit = (each: CoreExpr): void => {
    found.push(each);
    for (const child of childrenOf(each)) visit(child);
  };
  visit(expr);
  return found;
}

/** All variants of what a policy says: of its rules, properties and assumptions. */
export const variantsOf = ({ rules, properties, assumptions }: CorePolicy): readonly CoreVariant[] =>
  [...rules, ...properties, ...assumptions].flatMap(({ variants }) => variants);

/** The globs that tell tools apart which a policy does not name. */
export const globsOf = (core: CorePolicy): ReadonlySet<string> =>
  new Set(variantsOf(core).flatMap(({ like }) => like ?? []));
