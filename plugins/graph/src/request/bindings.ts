import { z } from 'zod';

const MOST_NODES = 10_000;
const MOST_TOOLS = 1_000;

const NodeId = z.string().min(1).max(1_000);
const ToolNames = z.array(z.string().min(1).max(500)).max(MOST_TOOLS);

export const GraphChooser = z
  .enum(['llm', 'human', 'env'])
  .meta({ id: 'GraphChooser', description: 'A model, a person, or the world outside: any way may be chosen.' });

export const GraphJoin = z
  .enum(['any', 'all', 'active'])
  .meta({ id: 'GraphJoin', description: 'Each that arrives, all edges, or all lanes that can still arrive.' });

const GraphNodeBinding = z
  .strictObject({
    tools: ToolNames.optional().describe('The tools it calls, as the catalogue names them.'),
    tool_choice: z
      .enum(['each', 'one', 'loop'])
      .meta({ id: 'GraphToolChoice', description: 'Each in its order, one or none, or any number in any order.' })
      .optional()
      .describe('Which of its tools run.'),
    choice: GraphChooser.optional().describe('Who chooses among its outgoing edges.'),
    join: GraphJoin.optional().describe('What it waits for when several edges come in.'),
    kind: z
      .enum(['llm', 'agent', 'tool', 'router', 'human', 'code'])
      .meta({ id: 'GraphBoundKind', description: 'What a node is.' })
      .optional()
      .describe('What it is.'),
    confirms: ToolNames.optional().describe('The tools that a person approves there.'),
    may_call: ToolNames.optional().describe('The tools that its code may call.'),
  })
  .meta({ id: 'GraphNodeBinding', description: 'What an export does not tell of a node.' });

const GraphEdgeBinding = z
  .strictObject({ source: NodeId.describe('Where it leaves.'), target: NodeId.describe('Where it leads.') })
  .meta({ id: 'GraphEdgeBinding', description: 'An edge that an export lacks.' });

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
      .describe('By the id of the node; of a node in a sub-graph `<sub-graph>/<id>`.'),
    edges: z.array(GraphEdgeBinding).max(MOST_NODES).optional().describe('Edges that the export lacks.'),
  })
  .meta({ id: 'GraphBindings', description: 'What an export does not tell, said by whoever knows.' });
