import { callsOf } from '../lower/index.js';
import type { AgentGraph, Assumption, GraphBody, OrderPattern, Rule, ToolEffects } from '../model/index.js';

/**
 * The checker takes the items of a `map` one after the other: what it proves of items that run at once (S8) is only possible, unless {@link besideItems} says that it cannot matter.
 */
export function itemsAtOnce({ nodes, subgraphs = [] }: AgentGraph): readonly Assumption[] {
  const ids = [
    ...nodes.filter(({ parallel }) => parallel).map(({ id }) => id),
    ...subgraphs.flatMap((body) => body.nodes.filter(({ parallel }) => parallel).map(({ id }) => `${body.name}/${id}`)),
  ];
  return ids.length === 0
    ? []
    : [{ code: 'parallel_items', place: { pointer: '' }, params: {}, nodes: ids, caps: true }];
}

/** Patterns that only calls of the tools they name change, and only by going on. */
const BY_NAMED: ReadonlySet<OrderPattern> = new Set([
  'absence',
  'at_most',
  'precedence',
  'alternate_precedence',
  'not_coexistence',
]);

/**
 * Whether nothing that runs at once changes what a rule looks at. Steps of several items that come between each other are then as those of one item after the other, but for the values
 * that guards read: so what is proved of such a rule holds when it is proved of {@link withFreeItems}, too, where no guard stands between them.
 */
export function besideItems(graph: AgentGraph, rule: Rule, effects: ToolEffects): boolean {
  const changing = changedBy(rule, effects);
  if (!changing) return false;
  return bodiesAtOnce(graph).every((body) =>
    body.nodes.every(
      (node) =>
        node.may_call === undefined &&
        node.interrupt === undefined &&
        ((node.kind !== 'subgraph' && node.kind !== 'map') || hasBody(graph, node.subgraph)) &&
        callsOf(node).every(({ name, requires_confirmation: asks }) => !changing.has(name) && !asks),
    ),
  );
}

/** The graph with free choices wherever items run at once. */
export function withFreeItems(graph: AgentGraph): AgentGraph {
  const atOnce = new Set(bodiesAtOnce(graph));
  return {
    ...graph,
    subgraphs: (graph.subgraphs ?? []).map((body) =>
      atOnce.has(body)
        ? {
            ...body,
            edges: body.edges.map(({ guard, otherwise, ...edge }) =>
              guard === undefined && !otherwise ? edge : { ...edge, guard: { choice: 'env' as const } },
            ),
          }
        : body,
    ),
  };
}

/** The tools whose calls change what a rule looks at; null: more than these may. */
function changedBy(rule: Rule, effects: ToolEffects): ReadonlySet<string> | null {
  if (rule.kind === 'order') {
    const { first, second, scope } = rule;
    const named = [first, second, scope?.after, scope?.until].filter((name) => name !== undefined);
    return BY_NAMED.has(rule.pattern) ? new Set(named) : null;
  }
  if (rule.kind !== 'check_before' || effects.get(rule.tool)?.resource) return null;
  const roles = (effects.get(rule.check)?.checks ?? []).filter(({ tools }) => tools.includes(rule.tool));
  const lasting = roles.every(
    ({ args, passes, steps, consumed }) =>
      args === undefined &&
      steps === undefined &&
      !consumed &&
      (passes === 'success' || (typeof passes === 'object' && 'branch' in passes)),
  );
  return roles.length > 0 && lasting ? new Set([rule.check]) : null;
}

const hasBody = ({ subgraphs = [] }: AgentGraph, name: string | undefined): boolean =>
  subgraphs.some((body) => body.name === name);

/** The bodies of which several executions run at once, with those inside them. */
function bodiesAtOnce({ nodes, subgraphs = [] }: AgentGraph): readonly GraphBody[] {
  const byName = new Map(subgraphs.map((body) => [body.name, body]));
  const found = new Set<GraphBody>();
  const open = [nodes, ...subgraphs.map((body) => body.nodes)].flatMap((some) =>
    some.flatMap(({ parallel, subgraph }) => (parallel && subgraph !== undefined ? [subgraph] : [])),
  );
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const body = byName.get(name);
    if (!body || found.has(body)) continue;
    found.add(body);
    open.push(...body.nodes.flatMap(({ subgraph }) => subgraph ?? []));
  }
  return [...found];
}
