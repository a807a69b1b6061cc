import {
  type Call,
  childrenOf,
  type Context,
  type CoreExpr,
  type CorePolicy,
  type Place,
  placesRead,
  variantFor,
} from '@ostiary/policy';

/**
 * What the rules for this call's tool read and the request does not carry: `principal.role`, `session.history`,
 * `args.reason` when it is said to be unknown. An argument that is simply not there is known to be absent.
 */
export function missingReads(
  policy: CorePolicy,
  call: Call,
  context: Context,
  unknown: readonly string[],
): readonly string[] {
  const guards = policy.rules.flatMap(({ variants }) => {
    const variant = variantFor(variants, call.tool);
    return variant ? [variant.guard] : [];
  });
  const missing = new Set<string>();
  for (const place of placesRead(policy, guards)) {
    if (!isGiven(place, context, unknown)) missing.add(nameOf(place));
  }
  for (const guard of guards) for (const name of missingAround(guard, context)) missing.add(name);
  return [...missing].toSorted();
}

/** What an expression reads around the call that is no attribute, and a context does not carry: `session.history`, `rates`. */
export function missingAround(expr: CoreExpr, context: Context): readonly string[] {
  return [...besidesPlaces(expr, context), ...childrenOf(expr).flatMap((child) => missingAround(child, context))];
}

const nameOf = ({ root, path }: Place): string => (root === 'now' ? 'now' : [root, ...path].join('.'));

function isGiven({ root, path }: Place, context: Context, unknown: readonly string[]): boolean {
  if (root === 'now') return context.now !== undefined;
  if (root === 'args') return !unknown.includes(path[0] ?? '');
  return isThere(context[root], path);
}

function besidesPlaces(expr: CoreExpr, context: Context): readonly string[] {
  switch (expr.op) {
    case 'label':
      if (expr.slot === null) return context.labels?.session ? [] : ['session.labels'];
      return context.labels?.args ? [] : ['labels'];
    case 'formerly':
    case 'previous':
    case 'since':
    case 'count':
    case 'sum':
      return [...(context.history ? [] : ['session.history']), ...(context.now === undefined ? ['now'] : [])];
    case 'convert':
      return context.rates && Object.hasOwn(context.rates, expr.rates) ? [] : ['rates'];
    default:
      return [];
  }
}

function isThere(object: unknown, path: readonly string[]): boolean {
  let value = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value !== undefined && value !== null;
}
