import { z } from 'zod';
import { HYGIENE_CODES } from '../../model/index.js';
import { GraphSeverity } from '../rules.js';
import { GraphPlace } from './place.js';
import { GraphDecider } from './verdict.js';

export const GraphHygiene = z
  .strictObject({
    code: z.enum(HYGIENE_CODES).meta({
      id: 'GraphHygieneCode',
      description: 'What was found. Each code has a page in docs/graph/findings.',
    }),
    target: z
      .string()
      .nullable()
      .describe('The tool, node, name or rule that it is about; null if it is about the whole graph.'),
    verdict: z.enum(['broken', 'possible']).meta({
      id: 'GraphHygieneVerdict',
      description:
        '`broken`: it is certain, regardless of what is unknown; `possible`: it was not decided, because the graph has too many states.',
    }),
    severity: GraphSeverity,
    fingerprint: z
      .string()
      .describe('Identifies the finding. It stays the same when nodes are renumbered, reordered or redrawn.'),
    title: z.string().describe('The finding in one line.'),
    detail: z.string().describe('What that means.'),
    advice: z.string().describe('What to do about it.'),
    places: z
      .array(
        z
          .strictObject({
            node: z
              .string()
              .describe('A node, named as in a path; `<body>/<id>` if the finding is about the document.'),
            where: GraphPlace.nullable().describe('Its place in the document; null if that is unknown.'),
          })
          .meta({ id: 'GraphHygienePlace', description: 'A node that a finding is about.' }),
      )
      .describe('The nodes that it is about.'),
    deciders: z.array(GraphDecider).describe('For a possible finding: why it was not decided.'),
    assumptions: z.array(z.string()).describe('Codes of the assumptions that it relies on.'),
  })
  .meta({
    id: 'GraphHygiene',
    description: 'Something in a graph, its catalogue or a rule that is probably not intended. It breaks no rule.',
  });
