import { isMadeByAssume } from '../assume/index.js';
import { checkHygiene, type Readings } from '../check/index.js';
import { hygieneFingerprintOf } from '../diff/fingerprint.js';
import {
  type Assumption,
  type GraphBody,
  type GraphNode,
  type HygieneFinding,
  indexBody,
  type ReadGraph,
  type Rule,
  type ToolEffects,
} from '../model/index.js';

/** What was found, by a name that stays the same from version to version. */
export interface NamedHygiene extends HygieneFinding {
  readonly fingerprint: string;
}

/** What the hygiene of a graph comes to. Findings that nobody could tell apart are one, with all their places. */
export function hygieneOf(
  read: ReadGraph,
  effects: ToolEffects,
  rules: readonly Rule[],
  readings: Readings,
  unstated?: ReadonlySet<string>,
): NamedHygiene[] {
  const { graph, assumptions } = read;
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const found = new Map<string, NamedHygiene>();
  for (const each of checkHygiene(graph, effects, rules, { readings, ...(unstated && { unstated }) }).flatMap((one) =>
    ofTheGraph(one, graph),
  )) {
    const nodes = each.kind === 'dead_end' ? nodesAt(graph, each.target) : [];
    const fingerprint = hygieneFingerprintOf(each, byId.get(each.target), nodes);
    const known = found.get(fingerprint);
    found.set(fingerprint, {
      ...resting(each, assumptions),
      ...known,
      fingerprint,
      places: [...(known?.places ?? []), ...each.places],
    });
  }
  return [...found.values()];
}

/** Without what an assumption made. */
function ofTheGraph(found: HygieneFinding, graph: ReadGraph['graph']): readonly HygieneFinding[] {
  if (found.kind !== 'unreachable_node') return [found];
  const places = found.places.filter((place) => !isMadeByAssume(nodesAt(graph, place).at(-1)));
  return places.length === 0 && found.verdict === 'broken' ? [] : [{ ...found, places }];
}

/** A node by its name in a path, and those around it, outermost first. */
function nodesAt(graph: ReadGraph['graph'], path: string): readonly GraphNode[] {
  const bodies = new Map((graph.subgraphs ?? []).map((body) => [body.name, body]));
  const search = (body: GraphBody, rest: string): readonly GraphNode[] | null => {
    const { indexOf } = indexBody(body);
    const at = (id: string): GraphNode | undefined => body.nodes[indexOf.get(id) ?? -1];
    const own = at(rest);
    if (own !== undefined) return [own];
    for (let slash = rest.indexOf('/'); slash >= 0; slash = rest.indexOf('/', slash + 1)) {
      const node = at(rest.slice(0, slash));
      const inner = node?.subgraph === undefined ? undefined : bodies.get(node.subgraph);
      const below = inner === undefined ? null : search(inner, rest.slice(slash + 1));
      if (node !== undefined && below !== null) return [node, ...below];
    }
    return null;
  };
  return search(graph, path) ?? [];
}

/** It rests on what is assumed of its places, and on what is assumed of the graph. */
function resting(found: HygieneFinding, assumptions: readonly Assumption[]): HygieneFinding {
  const places = new Set(found.places);
  const rests = assumptions.filter(
    ({ nodes, edges }) => (nodes === undefined && edges === undefined) || nodes?.some((id) => places.has(id)) === true,
  );
  const codes = [...new Set(rests.map(({ code }) => code))];
  return codes.length === 0 ? found : { ...found, assumptions: codes };
}
