import { callsOf, toolChoice } from '../../lower/index.js';
import {
  edgesOf,
  type GraphEdge,
  type GraphNode,
  indexBody,
  type ToolEffect,
  type ToolEffects,
} from '../../model/index.js';
import { type Found, undecided } from './found.js';
import type { Looks } from './looks.js';

/** Checks and confirmations by name. */
export function checksOf(effects: ToolEffects): ReadonlyMap<string, ToolEffect> {
  return new Map([...effects].filter(([, { checks = [], confirms = [] }]) => checks.length > 0 || confirms.length > 0));
}

/** Nodes that go on when their check has failed as if it had passed, or that are disabled (S15). */
export function failOpen(effects: ToolEffects, looks: Looks): Found[] {
  const checks = checksOf(effects);
  if (checks.size === 0) return [];
  const { graph } = looks;
  const attempted = new Set<string>();
  graph.uses.forEach(({ call, node, tool }, use) => {
    if (call !== undefined && looks.attempts(use)) attempted.add(`${String(node)}/${graph.tools[tool] as string}`);
  });
  const found = new Map<string, string[]>();
  for (let node = 0; node < graph.nodes.length; node += 1) {
    const shape = graph.nodes[node] as GraphNode;
    if (shape.tools === undefined || toolChoice(shape) === 'loop' || !looks.isFirst(node) || !looks.comesTo(node))
      continue;
    for (const name of new Set(callsOf(shape).map((call) => call.name))) {
      const check = checks.get(name);
      if (check === undefined) continue;
      const fails = attempted.has(`${String(node)}/${name}`) && canFail(shape, check);
      if (shape.disabled === true || (fails && goesOn(looks, node, shape, check)))
        found.set(name, [...(found.get(name) ?? []), looks.nameOf(node)]);
    }
  }
  if (!looks.decided) return found.size > 0 ? [undecided('fail_open')] : [];
  return [...found].map(([target, places]) => ({ kind: 'fail_open', target, places, severity: 'medium' }));
}

/** Whether a call of it can fail its node for good (S3). */
const canFail = ({ retry }: GraphNode, { classes }: ToolEffect): boolean =>
  !classes.includes('infallible') && (retry === undefined || retry.max !== undefined);

function goesOn({ graph }: Looks, node: number, { on_error: onError }: GraphNode, check: ToolEffect): boolean {
  if (onError === 'continue') return true;
  if (onError !== 'edge') return false;
  const { body, base } = graph.instances[graph.nodeInstance[node] as number] as (typeof graph.instances)[number];
  const index = indexBody(body);
  const edges = (on: 'success' | 'error'): readonly GraphEdge[] =>
    edgesOf(index, node - base, on).map((edge) => body.edges[edge] as GraphEdge);
  const passing = new Set(
    edges('success')
      .filter((edge) => mayPassBy(edge, check))
      .map(({ target }) => target),
  );
  return edges('error').some(({ target }) => passing.has(target));
}

/** Whether a check may have passed where an edge of its node is taken. */
function mayPassBy({ outcome, branch }: GraphEdge, { checks = [], confirms = [] }: ToolEffect): boolean {
  if (outcome === 'fail' || outcome === 'reject') return false;
  const branches = [...checks, ...confirms].map(({ passes }) =>
    typeof passes === 'object' && 'branch' in passes ? passes.branch : null,
  );
  return branches.includes(null) || outcome === 'pass' || (branch !== undefined && branches.includes(branch));
}
