import { z } from 'zod';
import { STATED_CODES } from '../../verify/index.js';
import { GraphPlace } from './place.js';

export const GraphAssumption = z
  .strictObject({
    code: z.string().describe('A stable code.'),
    text: z.string().describe('What was assumed.'),
    where: GraphPlace,
    nodes: z.array(z.string()).describe('Nodes that it is about.'),
    edges: z.array(z.string()).describe('Edges that it is about.'),
    caps: z.boolean().describe('True if it limits verdicts: a rule that would be proved under it is only possible.'),
  })
  .meta({ id: 'GraphAssumption', description: 'Something that the document does not say, and how it was read.' });

const GraphUnclassified = z
  .strictObject({
    name: z.string().describe('The tool.'),
    proposals: z
      .array(
        z
          .strictObject({
            class: z.string().describe('A class of the catalogue.'),
            hint: z.string().describe('The annotation that suggests it.'),
            value: z.boolean().describe('Its value.'),
            stated: z
              .boolean()
              .describe('True if the server states it; false if it is the default of a missing annotation.'),
            reason: z.string().describe('The reason.'),
          })
          .meta({ id: 'GraphClassProposal', description: 'A class that annotations suggest.' }),
      )
      .describe('Empty if nothing suggests a class.'),
  })
  .meta({
    id: 'GraphUnclassified',
    description:
      'A tool of the graph that the catalogue does not have or does not classify. In an MCP list: a tool whose classes nobody states, so that it counts as a write.',
  });

const GraphStatedRole = z
  .strictObject({
    role: z.enum(['compensates']).meta({ id: 'GraphRole', description: 'The role of a tool for another tool.' }),
    tool: z.string().describe('The tool.'),
    of: z.string().describe('The tool whose effect it undoes.'),
    code: z.enum(STATED_CODES).meta({
      id: 'GraphStatedCode',
      description:
        '`taken`: rules about the step use it; `said_otherwise`: the catalogue says something else; `step_unknown`: the catalogue does not have the step; `cannot_be`: the catalogue or the document contradicts it; `several`: the document names several tools for the step.',
    }),
    where: GraphPlace,
    text: z.string().describe('A sentence.'),
  })
  .meta({
    id: 'GraphStatedRole',
    description:
      'A role that the document gives a tool and the catalogue does not. If a verdict is better with the role than without it, it is only possible.',
  });

export const GraphCoverage = z
  .strictObject({
    tools: z.int().min(0).describe('The number of tools in the graph.'),
    tools_classified: z.int().min(0).describe('How many of them the catalogue classifies.'),
    edges_with_guard: z.int().min(0).describe('Edges with a condition.'),
    opaque_guards: z.int().min(0).describe('Conditions that could not be read.'),
    unclassified: z.array(GraphUnclassified).describe('Tools that nobody classified.'),
    roles: z.array(GraphStatedRole).describe('Roles that the document states and the catalogue does not.'),
  })
  .meta({ id: 'GraphCoverage', description: 'How much of the graph is known.' });
