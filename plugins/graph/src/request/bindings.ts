import { z } from 'zod';

const MOST_NODES = 10_000;
const MOST_TOOLS = 1_000;

const NodeId = z.string().min(1).max(1_000);
const ToolNames = z.array(z.string().min(1).max(500)).max(MOST_TOOLS);

export const GraphChooser = z
  .enum(['llm', 'human', 'env'])
  .meta({ id: 'GraphChooser', description: 'A model, a person or the outside world. Each may choose any branch.' });

export const GraphJoin = z.enum(['any', 'all', 'active']).meta({
  id: 'GraphJoin',
  description:
    '`any`: the node runs at each arrival; `all`: it waits for every incoming edge; `active`: it waits for every lane that can still arrive.',
});

const GraphNodeBinding = z
  .strictObject({
    tools: ToolNames.optional().describe('The tools that it calls, by their names in the catalogue.'),
    tool_choice: z
      .enum(['each', 'one', 'loop'])
      .meta({
        id: 'GraphToolChoice',
        description:
          '`each`: all of them, in their order; `one`: one of them or none; `loop`: any number of calls, in any order.',
      })
      .optional()
      .describe('Which of its tools run.'),
    choice: GraphChooser.optional().describe('Who chooses among its outgoing edges.'),
    join: GraphJoin.optional().describe('What it waits for if it has several incoming edges.'),
    kind: z
      .enum(['llm', 'agent', 'tool', 'router', 'human', 'code'])
      .meta({ id: 'GraphBoundKind', description: 'The kind of a node.' })
      .optional()
      .describe('Its kind.'),
    confirms: ToolNames.optional().describe('The tools whose calls a person approves there.'),
    may_call: ToolNames.optional().describe('The tools that its code may call.'),
  })
  .meta({ id: 'GraphNodeBinding', description: 'What the export does not say about a node.' });

const GraphEdgeBinding = z
  .strictObject({
    source: NodeId.describe('The node it comes from.'),
    target: NodeId.describe('The node it leads to.'),
  })
  .meta({ id: 'GraphEdgeBinding', description: 'An edge that is missing from the export.' });

/** As {@link Bindings} of the model, with plain objects for what there are Maps. */
export const GraphBindings = z
  .strictObject({
    nodes: z
      .record(NodeId, GraphNodeBinding)
      .refine((nodes) => Object.keys(nodes).length <= MOST_NODES, {
        error: `At most ${MOST_NODES} nodes.`,
        params: { pt: `No máximo ${MOST_NODES} nós.` },
      })
      .optional()
      .describe('By the id of the node; in a sub-graph `<sub-graph>/<id>`.'),
    edges: z.array(GraphEdgeBinding).max(MOST_NODES).optional().describe('Edges that are missing from the export.'),
  })
  .meta({ id: 'GraphBindings', description: 'What you know about the graph and the export does not say.' });
