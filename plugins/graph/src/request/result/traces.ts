import { z } from 'zod';
import { LACKING_CODES } from '../../traces/index.js';
import { GraphPlace } from './place.js';

const GraphLacking = z
  .strictObject({
    code: z
      .enum(LACKING_CODES)
      .meta({ id: 'GraphLackingCode', description: 'What a recorded run has and the graph lacks.' }),
    name: z.string().describe('The node or the tool; for a missing edge, the node it comes from.'),
    to: z
      .string()
      .nullable()
      .describe('For a missing edge, the node it leads to; for a call, the tool that the node called.'),
    times: z.int().min(1).describe('How often it was recorded.'),
    trace: z.string().describe('The first trace that has it.'),
    where: GraphPlace.describe('Its place in the traces.'),
    text: z.string().describe('A sentence.'),
  })
  .meta({ id: 'GraphLacking', description: 'Something that was recorded and that the graph lacks.' });

export const GraphTraces = z
  .strictObject({
    traces: z.int().min(0).describe('Traces that name nodes or tools.'),
    matched: z.int().min(0).describe('How many of them are runs of the graph.'),
    unread: z.int().min(0).describe('Traces that name neither.'),
    edges: z.int().min(0).describe('The number of edges; each body counts once.'),
    edges_seen: z.int().min(0).describe('How many of them a trace takes.'),
    edges_never_seen: z.array(z.string()).describe('Edges that no trace takes.'),
    nodes: z.int().min(0).describe('Nodes of a kind that recorders show.'),
    nodes_never_seen: z.array(z.string()).describe('Those of them that ran in no trace.'),
    lacking: z
      .array(GraphLacking)
      .describe('What was recorded and the graph lacks. If there is anything, nothing is called proved.'),
  })
  .meta({ id: 'GraphTraces', description: 'What recorded runs show about a graph.' });
