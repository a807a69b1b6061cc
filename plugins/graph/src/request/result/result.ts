import { z } from 'zod';
import { GraphFormat } from '../request.js';
import { GraphComparison, GraphDifference } from './comparison.js';
import { GraphAssumption, GraphCoverage } from './coverage.js';
import { GraphHygiene } from './hygiene.js';
import { GraphTraces } from './traces.js';
import { GraphVerdict } from './verdict.js';

export const GraphResult = z
  .strictObject({
    verdicts: z.array(GraphVerdict).describe('Broken first, then possible, vacuous, proved; each by severity.'),
    hygiene: z
      .array(GraphHygiene)
      .nullable()
      .describe('The findings of hygiene (P6), most severe first; null if P6 is not verified.'),
    assumptions: z.array(GraphAssumption).describe('What the document does not say, and how it was read.'),
    coverage: GraphCoverage,
    graph_digest: z.string().describe('The same for the same graph, whatever the layout of its document.'),
    graph: z
      .strictObject({
        format: GraphFormat,
        name: z.string().nullable().describe('Its name in the document.'),
        nodes: z.int().min(0).describe('The number of nodes; each body counts once.'),
        edges: z.int().min(0).describe('The number of edges; each body counts once.'),
      })
      .meta({ id: 'GraphSummary', description: 'The graph as it was read.' }),
    traces: GraphTraces.nullable().describe('Null without `traces`.'),
    what_if: z.array(GraphDifference).nullable().describe('The verdicts that `assume` changes; null without `assume`.'),
    comparison: GraphComparison.nullable().describe('Null without `compare_with`.'),
  })
  .meta({ id: 'GraphResult', description: 'The result of verifying a graph.' });
export type GraphOutput = z.output<typeof GraphResult>;
