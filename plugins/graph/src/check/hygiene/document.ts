import type { AgentGraph, GraphBody, GraphNode } from '../../model/index.js';
import { callsOf } from '../../lower/index.js';

/** What nodes of a graph and its bodies name, whether or not they are run: `<body>/<id>` by name. */
export interface Document {
  /** Tools that nodes list which are not disabled, and these nodes. */
  readonly enabled: ReadonlyMap<string, readonly string[]>;
  /** Tools that some node lists, disabled or not. */
  readonly listed: ReadonlySet<string>;
  /** Tools in `may_call`, by the nodes that are not disabled. */
  readonly callable: ReadonlyMap<string, readonly string[]>;
  /** Tools in `confirms`, by the nodes that are not disabled. */
  readonly confirmed: ReadonlyMap<string, readonly string[]>;
  /** Names of bodies, by the nodes that are not disabled. */
  readonly bodies: ReadonlyMap<string, readonly string[]>;
  readonly ids: ReadonlySet<string>;
}

/** Linear in the document. */
export function documentOf(graph: AgentGraph): Document {
  const enabled = new Map<string, string[]>();
  const callable = new Map<string, string[]>();
  const confirmed = new Map<string, string[]>();
  const bodies = new Map<string, string[]>();
  const listed = new Set<string>();
  const ids = new Set<string>();
  const add = (to: Map<string, string[]>, name: string, place: string): void => {
    const known = to.get(name);
    if (known === undefined) to.set(name, [place]);
    else if (known.at(-1) !== place) known.push(place);
  };
  const look = ({ nodes }: GraphBody, prefix: string): void => {
    for (const node of nodes) {
      ids.add(node.id);
      for (const { name } of callsOf(node)) listed.add(name);
      if (node.disabled === true) continue;
      const place = `${prefix}${node.id}`;
      for (const { name } of callsOf(node)) add(enabled, name, place);
      if (node.may_call !== undefined && node.may_call !== '*')
        for (const name of node.may_call) add(callable, name, place);
      for (const name of node.confirms ?? []) add(confirmed, name, place);
      if (runsBody(node)) add(bodies, node.subgraph, place);
    }
  };
  look(graph, '');
  for (const body of graph.subgraphs ?? []) look(body, `${body.name}/`);
  return { enabled, listed, callable, confirmed, bodies, ids };
}

const runsBody = (node: GraphNode): node is GraphNode & { readonly subgraph: string } =>
  (node.kind === 'subgraph' || node.kind === 'map') && node.subgraph !== undefined;
