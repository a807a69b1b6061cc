import { z } from 'zod';
import { HYGIENE_CODES, FIX_KINDS, NO_FIX_CODES } from '../model/index.js';
import { STATED_CODES } from '../verify/index.js';
import { LACKING_CODES } from '../traces/index.js';
import { GraphFormat, GraphProperty } from './request.js';
import { GraphSeverity } from './rules.js';

const GraphVerdictWord = z.enum(['proved', 'broken', 'possible', 'vacuous']).meta({
  id: 'GraphVerdictWord',
  description:
    '`proved`: no run breaks the rule; `broken`: some run breaks it, regardless of what is unknown; `possible`: some run may break it, depending on what is unknown; `vacuous`: what the rule is about happens in no run.',
});

const GraphPathEvent = z
  .strictObject({
    kind: z
      .enum(['attempt', 'success', 'failure', 'approve', 'reject', 'edit'])
      .meta({ id: 'GraphEventKind', description: 'The kind of event.' }),
    name: z.string().describe('The tool; for an answer by a person, the node.'),
  })
  .meta({ id: 'GraphEvent', description: 'An event at a step.' });

const GraphPathStep = z
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

const GraphDecider = z
  .strictObject({
    code: z.string().describe('A stable code.'),
    at: z.string().describe('The node, edge or tool that it is about.'),
    text: z.string().describe('What would have to be known, in a sentence.'),
  })
  .meta({ id: 'GraphDecider', description: 'Something unknown that the verdict depends on.' });

const GraphFix = z
  .strictObject({
    kind: z
      .enum(FIX_KINDS)
      .meta({ id: 'GraphFixKind', description: 'What is missing; `endorsement`: a person who writes the value.' }),
    name: z.string().nullable().describe('The tool to call; null: ask a person.'),
    cleans: z
      .array(z.string())
      .describe(
        'The variables, and the arguments that come over data edges, that it writes anew; empty if the fix is about a call.',
      ),
    insert_on: z.array(z.string()).describe('Edges to insert it on.'),
    insert_before: z.array(z.string()).describe('Nodes to insert it before, because a run or a body begins there.'),
    cut_size: z.int().min(0).describe('The number of these places; 0 if it only works right before the tool.'),
    smallest: z.boolean().describe('True: no smaller set of places works. False: no part of this set works.'),
    refusal: z
      .enum(['fail', 'end'])
      .meta({ id: 'GraphRefusal', description: '`fail`: the run fails; `end`: its lane ends.' })
      .describe(
        'What happens in the graph that was verified with the fix if the tool does not pass or the person says no.',
      ),
    before_tool: z
      .array(z.string())
      .describe('The nodes that call the tool, if inserting it right before each call works too; otherwise empty.'),
    also: z.array(z.string()).describe('Ids of other rules that become proved with it.'),
    proof: z
      .literal('re-verified')
      .describe('The graph was verified again with the fix: the rule was proved, and no rule got worse.'),
    text: z.string().describe('What to insert, and where.'),
  })
  .meta({ id: 'GraphFix', description: 'A fix for a rule that is broken or possible.' });

const GraphNoFix = z
  .strictObject({
    code: z.enum(NO_FIX_CODES).meta({ id: 'GraphNoFixCode', description: 'Why there is no fix.' }),
    text: z.string().describe('A sentence.'),
  })
  .meta({ id: 'GraphNoFix', description: 'Why the answer has no fix.' });

const verdictFields = {
  property: GraphProperty,
  rule_id: z
    .string()
    .describe('The id of the rule; for a rule that the catalogue implies, an id made from the catalogue.'),
  target: z.string().describe('The tool it is about.'),
  verdict: GraphVerdictWord,
  severity: GraphSeverity,
  fingerprint: z
    .string()
    .describe('Identifies the question. It stays the same when nodes are renumbered, reordered or redrawn.'),
  title: z.string().describe('The verdict in one line.'),
};

const Count = z.int().min(0);

/** What is told of a property once its rules are decided. */
export const CheckedProperty = z
  .strictObject({
    property: GraphProperty,
    broken: Count.describe('Rules that some run breaks; for hygiene (P6), the findings.'),
    possible: Count.describe('Rules that some run may break; for hygiene, what was not decided.'),
    proved: Count.describe('Rules that no run breaks; for hygiene, the codes without a finding.'),
    vacuous: Count.describe('Rules about something that happens in no run.'),
  })
  .meta({ id: 'GraphChecked', description: 'The results for the rules of one property.' });

/** What is told of a verdict while others are still decided. */
export const FoundVerdict = z
  .strictObject(verdictFields)
  .meta({ id: 'GraphFound', description: 'A verdict that is broken or possible.' });

const GraphVerdict = z
  .strictObject({
    ...verdictFields,
    subject: z.string().describe('The kind of rule, e.g. `check_before`, `precedence`.'),
    kind: z
      .string()
      .nullable()
      .describe(
        'More about the verdict, e.g. `lasso` for a run that loops forever, or `SG1` for a rule of a saga; null if there is nothing to add.',
      ),
    detail: z.string().describe('What that means.'),
    advice: z.string().describe('What to do about it.'),
    path: z.array(GraphPathStep).nullable().describe('A shortest run that shows it, from the start.'),
    cycle_from: z.int().min(1).nullable().describe('The step where the endless loop of the path begins.'),
    model: z
      .array(
        z
          .strictObject({
            variable: z.string().describe('A variable.'),
            at_step: z.int().min(1).describe('From this step on.'),
            value: z.union([z.string(), z.number(), z.boolean()]).describe('Its value.'),
          })
          .meta({ id: 'GraphValue', description: 'A value from the input or from what a node wrote.' }),
      )
      .nullable()
      .describe('Values for which a run takes this path.'),
    deciders: z.array(GraphDecider).nullable().describe('For a possible verdict: the unknowns that it depends on.'),
    guards_used: z.array(z.string()).describe('Edges whose guards the proof relies on.'),
    assumptions: z.array(z.string()).describe('Codes of the assumptions that it relies on.'),
    certificate_id: z
      .string()
      .nullable()
      .describe(
        'For a proof: the id of its certificate in the artefact `certificates`; null if the certificate is too large to keep.',
      ),
    without_assume: GraphVerdictWord.nullable().describe(
      'The verdict without `assume`, if it differs; otherwise null.',
    ),
    fix: GraphFix.nullable().describe('Null if none was searched for, or none was found.'),
    no_fix: GraphNoFix.nullable().describe('Null if there is a fix, or none was searched for.'),
  })
  .meta({ id: 'GraphVerdict', description: 'A verdict on a rule.' });

const GraphPlace = z
  .strictObject({
    pointer: z.string().describe('A JSON pointer into the document.'),
    line: z.int().min(1).optional().describe('Its line, if the document is text.'),
    column: z.int().min(1).optional().describe('Its column.'),
  })
  .meta({ id: 'GraphPlace', description: 'A place in the document.' });

const GraphHygiene = z
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

const GraphAssumption = z
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

const GraphChange = z
  .strictObject({
    fingerprint: z.string().describe('The verdict.'),
    edge: z.string().optional().describe('The first edge of its path that the previous version does not have.'),
  })
  .meta({ id: 'GraphChange', description: 'A verdict that changed.' });

const Fingerprints = z.array(z.string());

const GraphHygieneComparison = z
  .strictObject({
    added: Fingerprints.describe('Found now but not before.'),
    fixed: Fingerprints.describe('Found before but not now.'),
    moved: Fingerprints.describe('Found both times, at different places.'),
    unchanged: Fingerprints.describe('Found both times, at the same places.'),
  })
  .meta({ id: 'GraphHygieneComparison', description: 'How the findings of hygiene changed, by fingerprint.' });

const GraphComparison = z
  .strictObject({
    added: z.array(GraphChange).describe('Broken or possible now but not before.'),
    fixed: z.array(z.string()).describe('Fingerprints of what was broken or possible before but is not now.'),
    moved: z.array(GraphChange).describe('Broken or possible in both, with another verdict or another path.'),
    unchanged: z.array(z.string()).describe('Fingerprints of what is broken or possible in both, by the same path.'),
    hygiene: GraphHygieneComparison.nullable().describe('Null if P6 is not verified.'),
  })
  .meta({ id: 'GraphComparison', description: 'How the verdicts changed since the previous version.' });

const GraphDifference = z
  .strictObject({
    fingerprint: z.string().describe('The verdict.'),
    without: GraphVerdictWord.nullable().describe(
      'The verdict without `assume`; null if the question does not arise then.',
    ),
    assumed: GraphVerdictWord.nullable().describe(
      'The verdict with `assume`; null if the question does not arise then.',
    ),
  })
  .meta({ id: 'GraphDifference', description: 'A verdict that `assume` changes.' });

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

const GraphTraces = z
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

export const GraphResult = z
  .strictObject({
    verdicts: z.array(GraphVerdict).describe('Broken first, then possible, vacuous, proved; each by severity.'),
    hygiene: z
      .array(GraphHygiene)
      .nullable()
      .describe('The findings of hygiene (P6), most severe first; null if P6 is not verified.'),
    assumptions: z.array(GraphAssumption).describe('What the document does not say, and how it was read.'),
    coverage: z
      .strictObject({
        tools: z.int().min(0).describe('The number of tools in the graph.'),
        tools_classified: z.int().min(0).describe('How many of them the catalogue classifies.'),
        edges_with_guard: z.int().min(0).describe('Edges with a condition.'),
        opaque_guards: z.int().min(0).describe('Conditions that could not be read.'),
        unclassified: z.array(GraphUnclassified).describe('Tools that nobody classified.'),
        roles: z.array(GraphStatedRole).describe('Roles that the document states and the catalogue does not.'),
      })
      .meta({ id: 'GraphCoverage', description: 'How much of the graph is known.' }),
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
