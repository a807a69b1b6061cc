import { z } from 'zod';
import { HuntSeverity } from './request.js';

/** What a project keeps of a graph that was hunted: whatever hunts graphs gives this. */

/** A word; those of sagas have the names that the literature has. */
export const GRAPH_CLASS = '(?:[a-z]+(?:_[a-z]+)*|SG[1-9])';

const GraphClass = z
  .string()
  .regex(new RegExp(`^${GRAPH_CLASS}$`))
  .describe('The kind of rule, e.g. `check_before`. Each has a page in docs/graph/findings.');

const GraphSubkind = z.enum(['broken', 'possible']).meta({
  id: 'HuntGraphSubkind',
  description: '`broken`: some run does it; `possible`: some run may do it, depending on what is unknown.',
});

const HuntGraphStep = z
  .strictObject({
    step: z.int().min(1).describe('Its number.'),
    node: z.string().describe('The node that ran; in a sub-graph `<node>/<id>`.'),
    edge: z.string().nullable().describe('The edge that the path takes next; null at the end.'),
    lane: z.int().min(0).nullable().describe('The number of its lane, if the run has several.'),
    text: z.string().describe('What happened, in a sentence.'),
    why: z.string().nullable().describe('What the step changed for the rule, in a sentence.'),
    facts_after: z.array(z.string()).describe('The facts that hold for the rule after this step.'),
  })
  .meta({ id: 'HuntGraphStep', description: 'A step of a path through a graph.' });

export const GraphWitness = z
  .strictObject({
    kind: z.literal('path').describe('Always `path`.'),
    steps: z.array(HuntGraphStep).describe('A shortest run that shows it, from the start.'),
    cycle_from: z.int().min(1).nullable().describe('The step where the endless loop of the path begins.'),
  })
  .meta({ id: 'HuntGraphWitness', description: 'A path that shows a finding of a graph.' });

export const GraphEvidence = z
  .strictObject({
    location: z
      .strictObject({
        node: z.string().describe('The node at which the path ends.'),
        pointer: z.string().describe('A JSON pointer into the document.'),
        line: z.int().min(1).nullable().describe('Its line, if the document is text.'),
        column: z.int().min(1).nullable().describe('Its column.'),
      })
      .meta({ id: 'HuntGraphLocation', description: 'Where a finding of a graph is.' })
      .nullable()
      .describe('Null if there is no path.'),
    values: z
      .array(
        z
          .strictObject({
            variable: z.string().describe('A variable.'),
            at_step: z.int().min(1).describe('From this step on.'),
            value: z.union([z.string(), z.number(), z.boolean()]).describe('Its value.'),
          })
          .meta({ id: 'HuntGraphValue', description: 'A value from the input or from what a node wrote.' }),
      )
      .describe('Values for which a run takes this path.'),
    deciders: z.array(z.string()).describe('For a possible finding: the unknowns that it depends on.'),
    assumptions: z.array(z.string()).describe('Codes of the assumptions that it relies on.'),
  })
  .meta({ id: 'HuntGraphEvidence', description: 'Why this is a finding of the graph.' });

export const GraphRepair = z
  .strictObject({
    title: z.string().describe('What is inserted.'),
    insert_on: z.array(z.string()).describe('The edges on which it is inserted.'),
    insert_before: z.array(z.string()).describe('The nodes before which it is inserted, if no edge leads to them.'),
  })
  .meta({ id: 'HuntGraphRepair', description: 'A change that was tried: with it the rule is proved.' });

/** What is told of a finding while the hunt still goes on. */
export const FoundInGraph = z
  .strictObject({
    class: GraphClass,
    subkind: GraphSubkind,
    severity: HuntSeverity,
    rules: z.array(z.string()).describe('Id of the rule.'),
    tool: z.string().nullable().describe('The tool it is about.'),
    title: z.string().describe('What is wrong, in one line.'),
    fingerprint: z
      .string()
      .describe('Identifies the question. It stays the same when nodes are renumbered, reordered or redrawn.'),
  })
  .meta({ id: 'HuntGraphFound', description: 'A finding of a graph.' });

const GraphFinding = z
  .strictObject({
    ...FoundInGraph.shape,
    attribute: z.string().nullable().describe('Always null.'),
    detail: z.string().describe('What is wrong, and what to do about it.'),
    structure: z.string().describe('The same as `fingerprint`: a finding of a graph has no other name.'),
    evidence_hash: z
      .string()
      .describe('Changes when the path takes another route, and when a possible finding becomes broken.'),
    witness: GraphWitness.nullable()
      .optional()
      .describe('Null if there is no path; left out without the grant `hunt_details`.'),
    evidence: GraphEvidence.optional().describe('Left out without the grant `hunt_details`.'),
    repair: GraphRepair.nullable().describe('Null if none was proved.'),
  })
  .meta({ id: 'HuntGraphFinding', description: 'A rule that a graph breaks, or may break.' });

export const GraphCheck = z
  .strictObject({
    class: GraphClass,
    asked: z.int().min(0).describe('Rules that were verified; 1 for a class of hygiene.'),
    found: z.int().min(0).describe('Rules that are broken or possible; findings, for a class of hygiene.'),
    undecided: z.int().min(0).describe('Rules about which nothing was shown.'),
  })
  .meta({ id: 'HuntGraphCheck', description: 'The result for the rules of one class.' });

const GraphHuntCoverage = z
  .strictObject({
    decided: z
      .number()
      .min(0)
      .max(1)
      .describe('The share of rules about which something was shown; 0 if there were no rules.'),
    tools: z.array(z.string()).describe('Tools of the graph.'),
    rules: z.int().min(0).describe('Rules that were verified.'),
  })
  .meta({ id: 'HuntGraphCoverage', description: 'How much of the graph was examined.' });

const HuntGraphTraces = z
  .strictObject({
    traces: z.int().min(0).describe('Recorded runs that name nodes or tools.'),
    matched: z.int().min(0).describe('How many of them are runs of the graph.'),
    edges_seen: z.int().min(0).describe('Edges that a recorded run takes.'),
    nodes: z.int().min(0).describe('Nodes of a kind that recorders show.'),
    nodes_seen: z.int().min(0).describe('How many of them ran in a recorded run.'),
    lacking: z
      .int()
      .min(0)
      .describe('Things that were recorded and the graph lacks. If there are any, nothing is called proved.'),
  })
  .meta({ id: 'HuntGraphTraces', description: 'How much of a graph was recorded; the reports name what was not.' });

export const GraphOfScan = z
  .strictObject({
    format: z.string().describe('What it was exported from.'),
    name: z.string().nullable().describe('Its name in the document.'),
    nodes: z.int().min(0).describe('The number of nodes; each body counts once.'),
    edges: z.int().min(0).describe('The number of edges; each body counts once.'),
    digest: z.string().describe('The same for the same graph, whatever the layout of its document.'),
    traces: HuntGraphTraces.nullable().describe('Null without recorded runs.'),
  })
  .meta({ id: 'HuntGraphSummary', description: 'The graph as it was read.' });

const HuntGraphChange = z
  .strictObject({
    fingerprint: z.string().describe('The finding.'),
    edge: z.string().optional().describe('The first edge of its path that the previous version does not have.'),
  })
  .meta({ id: 'HuntGraphChange', description: 'A finding that changed.' });

const HuntGraphComparison = z
  .strictObject({
    added: z.array(HuntGraphChange).describe('Found in this version, but not in the one that it is compared with.'),
    fixed: z.array(z.string()).describe('Fingerprints of what is found only in the version that it is compared with.'),
    moved: z.array(HuntGraphChange).describe('Found in both, with another verdict or another path.'),
    unchanged: z.array(z.string()).describe('Fingerprints of what is found in both, by the same path.'),
  })
  .meta({ id: 'HuntGraphComparison', description: 'How the findings changed since the version in `compare_with`.' });

export const HuntedGraph = z
  .strictObject({
    findings: z.array(GraphFinding).describe('Broken first, then possible; each by severity.'),
    checks: z.array(GraphCheck).describe('Every class that was verified, and the results of its rules.'),
    coverage: GraphHuntCoverage,
    settled: z
      .array(z.string())
      .describe('Fingerprints of the rules that no run breaks: an earlier finding about one of them is fixed.'),
    settled_classes: z
      .array(GraphClass)
      .describe('Classes whose findings are complete: an earlier finding that is missing now is fixed.'),
    graph: GraphOfScan,
    comparison: HuntGraphComparison.nullable().describe('Null without `compare_with`.'),
  })
  .meta({ id: 'HuntedGraph', description: 'What a hunt found in a graph, and what it examined.' });
export type HuntedGraph = z.output<typeof HuntedGraph>;
export type ToldInGraph = HuntedGraph['findings'][number];
