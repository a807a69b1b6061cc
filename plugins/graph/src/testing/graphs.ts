import {
  effectsOf,
  type AgentGraph,
  type GraphEdge,
  type GraphNode,
  type ToolEffect,
  type ToolEffects,
} from '../model/index.js';

/** A tool node that calls the tool of its own name. */
export const tool = (id: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  kind: 'tool',
  tools: [{ name: id }],
  ...more,
});
export const node = (id: string, kind: GraphNode['kind'], more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  kind,
  ...more,
});

/** `a>b` is an edge of that id; more of it behind. */
export const edge = (text: string, more: Partial<GraphEdge> = {}): GraphEdge => {
  const [source = '', target = ''] = text.split('>');
  return { id: text, source, target, ...more };
};

/** A graph that starts at the first of its nodes. */
export const graphOf = (
  nodes: readonly GraphNode[],
  edges: readonly (GraphEdge | string)[],
  more: Partial<AgentGraph> = {},
): AgentGraph => ({
  format: 'agent-graph/1',
  start: nodes[0]?.id ?? '',
  nodes,
  edges: edges.map((each) => (typeof each === 'string' ? edge(each) : each)),
  ...more,
});

/** `check` checks `pay` by not failing; the others do nothing of note. */
export const PAY: ToolEffects = effectsOf({
  tools: [
    { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: 'success' }] },
    { name: 'pay', classes: ['write'] },
    { name: 'other', classes: ['read'] },
  ],
});

export const withTools = (...tools: ToolEffect[]): ToolEffects => effectsOf({ tools });
