import { z } from 'zod';

const GraphPathEvent = z
  .strictObject({
    kind: z
      .enum(['attempt', 'success', 'failure', 'approve', 'reject', 'edit'])
      .meta({ id: 'GraphEventKind', description: 'The kind of event.' }),
    name: z.string().describe('The tool; for an answer by a person, the node.'),
  })
  .meta({ id: 'GraphEvent', description: 'An event at a step.' });

export const GraphPathStep = z
  .strictObject({
    step: z.int().min(1).describe('Its number.'),
    node: z.string().describe('The node that ran; in a sub-graph `<node>/<id>`.'),
    edge: z.string().nullable().describe('The edge that the path takes next; null at the end.'),
    lane: z.int().min(0).nullable().describe('The number of its lane, if the run has several.'),
    events: z.array(GraphPathEvent).describe('What happened there, in order.'),
    guard: z
      .strictObject({
        text: z.string().describe('The guard as the document states it.'),
        kind: z.enum(['free', 'decided', 'opaque']).meta({
          id: 'GraphGuardKind',
          description:
            '`free`: somebody chooses freely; `decided`: the verifier decides it from values; `opaque`: it is code that is not read.',
        }),
      })
      .meta({ id: 'GraphGuard', description: 'The condition under which an edge is taken.' })
      .nullable()
      .describe('The guard of that edge.'),
    facts_after: z.array(z.string()).describe('The facts that hold for the rule after this step.'),
    why: z
      .strictObject({
        code: z.string().describe('A stable code.'),
        text: z.string().nullable().describe('A sentence.'),
      })
      .meta({ id: 'GraphWhy', description: 'What a step changed for the rule.' })
      .nullable()
      .describe('What the step changed for the rule.'),
    text: z.string().describe('What happened, in a sentence.'),
  })
  .meta({ id: 'GraphStep', description: 'A step of a path.' });
