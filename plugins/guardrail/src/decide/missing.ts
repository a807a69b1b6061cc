import { type Call, childrenOf, type Context, type CoreExpr, type CorePolicy, type CoreRule } from '@ostiary/policy';

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
  const missing = new Set<string>();
  const look = (expr: CoreExpr): void => {
    for (const path of readsOf(expr, policy, context, unknown)) missing.add(path);
    childrenOf(expr).forEach(look);
  };
  for (const rule of policy.rules) guardsFor(rule, call.tool).forEach(look);
  return [...missing].toSorted();
}

function guardsFor({ variants }: CoreRule, tool: string): readonly CoreExpr[] {
  const named = variants.find(({ tools }) => tools?.includes(tool));
  const found = named ?? variants.find(({ tools }) => tools === null);
  return found ? [found.guard] : [];
}

function readsOf(expr: CoreExpr, policy: CorePolicy, context: Context, unknown: readonly string[]): readonly string[] {
  switch (expr.op) {
    case 'read':
    case 'has': {
      const slot = policy.slots[expr.slot];
      if (slot === undefined) return [];
      const { root, path } = slot;
      const name = [root, ...path].join('.');
      if (root === 'now') return context.now === undefined ? ['now'] : [];
      if (root === 'args') return unknown.includes(path[0] ?? '') ? [name] : [];
      return isThere(context[root], path) ? [] : [name];
    }
    case 'label':
      if (expr.slot === null) return context.labels?.session ? [] : ['session.labels'];
      return context.labels?.args ? [] : ['labels'];
    case 'formerly':
    case 'previous':
    case 'since':
      return history(context);
    case 'count':
    case 'sum':
      return [...history(context), ...key(expr.key, context)];
    case 'convert':
      return context.rates?.[expr.rates] ? [] : ['rates'];
    default:
      return [];
  }
}

function history(context: Context): readonly string[] {
  return context.history ? [] : ['session.history'];
}

function key(by: Extract<CoreExpr, { op: 'count' }>['key'], context: Context): readonly string[] {
  switch (by.by) {
    case 'principal':
      return isThere(context.principal, ['id']) ? [] : ['principal.id'];
    case 'session':
      return isThere(context.session, ['id']) ? [] : ['session.id'];
    case 'customer':
      return isThere(context.session, ['customer']) ? [] : ['session.customer'];
    case 'args':
      return [];
  }
}

function isThere(object: unknown, path: readonly string[]): boolean {
  let value = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value !== undefined;
}
