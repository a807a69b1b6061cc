import { z } from 'zod';
import { HYGIENE_CODES, FIX_KINDS, NO_FIX_CODES } from '../model/index.js';
import { STATED_CODES } from '../verify/index.js';
import { LACKING_CODES } from '../traces/index.js';
import { GraphFormat, GraphProperty } from './request.js';
import { GraphSeverity } from './rules.js';

const GraphVerdictWord = z.enum(['proved', 'broken', 'possible', 'vacuous']).meta({
  id: 'GraphVerdictWord',
  description:
    'No run does it; some run does, whatever is not known; some run may, depending on what is not known; the rule is about nothing that can happen.',
});

const GraphPathEvent = z
  .strictObject({
    kind: z
      .enum(['attempt', 'success', 'failure', 'approve', 'reject', 'edit'])
      .meta({ id: 'GraphEventKind', description: 'What happened.' }),
    name: z.string().describe('The tool; the node, for what a person answered.'),
  })
  .meta({ id: 'GraphEvent', description: 'What happened at a step.' });

const GraphPathStep = z
  .strictObject({
    step: z.int().min(1).describe('Its number.'),
    node: z.string().describe('The node that ran; in a sub-graph `<node>/<id>`.'),
    edge: z.string().nullable().describe('The edge by which the path leaves it; null at the end.'),
    lane: z.int().min(0).nullable().describe('Which lane, where the run has several.'),
    events: z.array(GraphPathEvent).describe('What happened there, in order.'),
    guard: z
      .strictObject({
        text: z.string().describe('As the document has it.'),
        kind: z.enum(['free', 'decided', 'opaque']).meta({
          id: 'GraphGuardKind',
          description: 'Anybody may choose; it was decided; it is code that is not read.',
        }),
      })
      .meta({ id: 'GraphGuard', description: 'When an edge is taken.' })
      .nullable()
      .describe('Of that edge.'),
    facts_after: z.array(z.string()).describe('What the rule may count on after it.'),
    why: z
      .strictObject({
        code: z.string().describe('A word that never changes.'),
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
    code: z.string().describe('A word that never changes.'),
    at: z.string().describe('The node, the edge or the tool.'),
    text: z.string().describe('What would have to be known.'),
  })
  .meta({ id: 'GraphDecider', description: 'One thing that is not known, and that would decide.' });

const GraphFix = z
  .strictObject({
    kind: z
      .enum(FIX_KINDS)
      .meta({ id: 'GraphFixKind', description: 'What is missing; `endorsement`: a person who writes a value.' }),
    name: z.string().nullable().describe('The tool to call; null: a person is asked.'),
    cleans: z
      .array(z.string())
      .describe('Variables, and arguments that data edges bring, that it makes anew; empty where it is about a call.'),
    insert_on: z.array(z.string()).describe('Edges to insert it on.'),
    insert_before: z
      .array(z.string())
      .describe('Nodes to insert it in front of, where a run or a body begins at them.'),
    cut_size: z.int().min(0).describe('How many places these are; 0 where it goes right before the tool only.'),
    smallest: z.boolean().describe('No smaller set of places does; else no part of this one does.'),
    refusal: z
      .enum(['fail', 'end'])
      .meta({ id: 'GraphRefusal', description: 'The run fails, or its lane ends.' })
      .describe('How it was tried: what follows where it does not pass, or a person says no.'),
    before_tool: z
      .array(z.string())
      .describe('Nodes that call the tool, where right before each call does as well; empty where it does not.'),
    also: z.array(z.string()).describe('Ids of other rules that are proved with it and were not.'),
    proof: z
      .literal('re-verified')
      .describe('The graph with it was verified again: the rule was proved, and no rule was worse off.'),
    text: z.string().describe('What to insert, and where.'),
  })
  .meta({ id: 'GraphFix', description: 'What mends a rule.' });

const GraphNoFix = z
  .strictObject({
    code: z.enum(NO_FIX_CODES).meta({ id: 'GraphNoFixCode', description: 'Why there is no fix.' }),
    text: z.string().describe('A sentence.'),
  })
  .meta({ id: 'GraphNoFix', description: 'Why no fix is told.' });

const verdictFields = {
  property: GraphProperty,
  rule_id: z.string().describe('The rule; those that the catalogue implies have ids made from it.'),
  target: z.string().describe('The tool it is about.'),
  verdict: GraphVerdictWord,
  severity: GraphSeverity,
  fingerprint: z.string().describe('The same for the same question, however nodes are numbered, ordered and drawn.'),
  title: z.string().describe('The verdict in a line.'),
};

const Count = z.int().min(0);

/** What is told of a property once its rules are decided. */
export const CheckedProperty = z
  .strictObject({
    property: GraphProperty,
    broken: Count.describe('Rules that some run breaks; of hygiene (P6) what was found.'),
    possible: Count.describe('Rules that some run may break; of hygiene what was not decided.'),
    proved: Count.describe('Rules that no run breaks; of hygiene the codes of which nothing was found.'),
    vacuous: Count.describe('Rules about nothing that can happen.'),
  })
  .meta({ id: 'GraphChecked', description: 'What came of the rules of one property.' });

/** What is told of a verdict while others are still decided. */
export const FoundVerdict = z
  .strictObject(verdictFields)
  .meta({ id: 'GraphFound', description: 'A verdict that is broken or possible.' });

const GraphVerdict = z
  .strictObject({
    ...verdictFields,
    subject: z.string().describe('What kind of rule it is about, e.g. `check_before`, `precedence`.'),
    kind: z.string().nullable().describe('What kind of run it is about, where that is said, e.g. `lasso`.'),
    detail: z.string().describe('What that means.'),
    advice: z.string().describe('What to do about it.'),
    path: z.array(GraphPathStep).nullable().describe('A shortest run that shows it, from the start.'),
    cycle_from: z.int().min(1).nullable().describe('The step from which the path goes round for ever.'),
    model: z
      .array(
        z
          .strictObject({
            variable: z.string().describe('A variable.'),
            at_step: z.int().min(1).describe('From this step on.'),
            value: z.union([z.string(), z.number(), z.boolean()]).describe('Its value.'),
          })
          .meta({ id: 'GraphValue', description: 'A value of the input, or of what a node wrote.' }),
      )
      .nullable()
      .describe('Values for which the path is taken.'),
    deciders: z.array(GraphDecider).nullable().describe('Of a possible verdict: what would decide it.'),
    guards_used: z.array(z.string()).describe('Edges whose guards a proof leans on.'),
    assumptions: z.array(z.string()).describe('Codes of the assumptions that it rests on.'),
    certificate_id: z
      .string()
      .nullable()
      .describe('Of a proof: its certificate in the artefact `certificates`; null where it is too large to be kept.'),
    without_assume: GraphVerdictWord.nullable().describe(
      'Without what the request assumes, where that is something else; null where it is not.',
    ),
    fix: GraphFix.nullable().describe('Null where none was looked for, or none was found.'),
    no_fix: GraphNoFix.nullable().describe('Null where there is a fix, or none was looked for.'),
  })
  .meta({ id: 'GraphVerdict', description: 'What was decided of one rule.' });

const GraphPlace = z
  .strictObject({
    pointer: z.string().describe('A JSON pointer into the document.'),
    line: z.int().min(1).optional().describe('Its line, where the document is text.'),
    column: z.int().min(1).optional().describe('Its column.'),
  })
  .meta({ id: 'GraphPlace', description: 'A place in the document.' });

const GraphHygiene = z
  .strictObject({
    code: z.enum(HYGIENE_CODES).meta({
      id: 'GraphHygieneCode',
      description: 'What was found: each has a page in docs/graph/findings.',
    }),
    target: z.string().nullable().describe('A tool, a node, a name or a rule; null where it is about the graph.'),
    verdict: z.enum(['broken', 'possible']).meta({
      id: 'GraphHygieneVerdict',
      description:
        'It is so, whatever is not known; there are more states than are looked at, so that it is not known.',
    }),
    severity: GraphSeverity,
    fingerprint: z.string().describe('The same for the same finding, however nodes are numbered, ordered and drawn.'),
    title: z.string().describe('The finding in a line.'),
    detail: z.string().describe('What that means.'),
    advice: z.string().describe('What to do about it.'),
    places: z
      .array(
        z
          .strictObject({
            node: z.string().describe('A node, as in a path; `<body>/<id>` where it is about the document.'),
            where: GraphPlace.nullable().describe('Its place in the document; null where that is not known.'),
          })
          .meta({ id: 'GraphHygienePlace', description: 'A node that a finding is about.' }),
      )
      .describe('The nodes that it is about.'),
    deciders: z.array(GraphDecider).describe('Of what is possible: why it is not known.'),
    assumptions: z.array(z.string()).describe('Codes of the assumptions that it rests on.'),
  })
  .meta({
    id: 'GraphHygiene',
    description:
      'Something that a graph, its catalogue or a rule has and hardly anybody meant. No rule is broken by it.',
  });

const GraphAssumption = z
  .strictObject({
    code: z.string().describe('A word that never changes.'),
    text: z.string().describe('What was assumed.'),
    where: GraphPlace,
    nodes: z.array(z.string()).describe('Nodes that it is about.'),
    edges: z.array(z.string()).describe('Edges that it is about.'),
    caps: z.boolean().describe('What would be proved with it is only possible.'),
  })
  .meta({ id: 'GraphAssumption', description: 'What the document does not tell, and how it was read.' });

const GraphUnclassified = z
  .strictObject({
    name: z.string().describe('The tool.'),
    proposals: z
      .array(
        z
          .strictObject({
            class: z.string().describe('A class of the catalogue.'),
            hint: z.string().describe('The annotation that speaks for it.'),
            value: z.boolean().describe('Its value.'),
            stated: z.boolean().describe('Whether the server says it, or it is what absence stands for.'),
            reason: z.string().describe('Why.'),
          })
          .meta({ id: 'GraphClassProposal', description: 'A class that annotations speak for.' }),
      )
      .describe('Empty where nothing speaks for any.'),
  })
  .meta({
    id: 'GraphUnclassified',
    description:
      'A tool of the graph that the catalogue does not have, or gives no class. In an MCP list: one whose classes nobody states, so that it is taken for a write.',
  });

const GraphStatedRole = z
  .strictObject({
    role: z.enum(['compensates']).meta({ id: 'GraphRole', description: 'What a tool is for another one.' }),
    tool: z.string().describe('The tool.'),
    of: z.string().describe('The tool whose effect it undoes.'),
    code: z.enum(STATED_CODES).meta({
      id: 'GraphStatedCode',
      description:
        'It is taken where the rules ask about the step; the catalogue says otherwise; it does not have the step; it cannot be so; the document names several tools.',
    }),
    where: GraphPlace,
    text: z.string().describe('A sentence.'),
  })
  .meta({
    id: 'GraphStatedRole',
    description:
      'A role that the document gives a tool and the catalogue does not. What is better with it than without it is only possible.',
  });

const GraphChange = z
  .strictObject({
    fingerprint: z.string().describe('The verdict.'),
    edge: z.string().optional().describe('The first edge of its path that the version before has not.'),
  })
  .meta({ id: 'GraphChange', description: 'A verdict that changed.' });

const Fingerprints = z.array(z.string());

const GraphHygieneComparison = z
  .strictObject({
    added: Fingerprints.describe('Found now, and not before.'),
    fixed: Fingerprints.describe('Found before, and not now.'),
    moved: Fingerprints.describe('Found in both, at other places.'),
    unchanged: Fingerprints.describe('Found in both, at the same places.'),
  })
  .meta({ id: 'GraphHygieneComparison', description: 'What became of what hygiene finds, by fingerprints.' });

const GraphComparison = z
  .strictObject({
    added: z.array(GraphChange).describe('Broken or possible now, and not before.'),
    fixed: z.array(z.string()).describe('Fingerprints of what was broken or possible before, and is not now.'),
    moved: z.array(GraphChange).describe('Broken or possible in both, with another verdict or another path.'),
    unchanged: z.array(z.string()).describe('Fingerprints of what is broken or possible in both, by the same path.'),
    hygiene: GraphHygieneComparison.nullable().describe('Null where P6 is not asked.'),
  })
  .meta({ id: 'GraphComparison', description: 'What became of the verdicts of the version before.' });

const GraphDifference = z
  .strictObject({
    fingerprint: z.string().describe('The verdict.'),
    without: GraphVerdictWord.nullable().describe('Without what is assumed; null where it is not asked then.'),
    assumed: GraphVerdictWord.nullable().describe('With it; null where it is not asked then.'),
  })
  .meta({ id: 'GraphDifference', description: 'A verdict that what is assumed makes another.' });

const GraphLacking = z
  .strictObject({
    code: z
      .enum(LACKING_CODES)
      .meta({ id: 'GraphLackingCode', description: 'What of a recorded run a graph has not.' }),
    name: z.string().describe('The node or the tool; of a way, where it leads from.'),
    to: z.string().nullable().describe('Where it leads; the tool that a node called.'),
    times: z.int().min(1).describe('How often it was recorded.'),
    trace: z.string().describe('The first trace that has it.'),
    where: GraphPlace.describe('Its place in the traces.'),
    text: z.string().describe('A sentence.'),
  })
  .meta({ id: 'GraphLacking', description: 'Something that was recorded and that the graph has not.' });

const GraphTraces = z
  .strictObject({
    traces: z.int().min(0).describe('Traces that name nodes or tools.'),
    matched: z.int().min(0).describe('Those of them that are runs of the graph.'),
    unread: z.int().min(0).describe('Traces that name neither.'),
    edges: z.int().min(0).describe('Edges, each body once.'),
    edges_seen: z.int().min(0).describe('Those of them that a trace takes.'),
    edges_never_seen: z.array(z.string()).describe('Edges that no trace takes.'),
    nodes: z.int().min(0).describe('Nodes that recorders show.'),
    nodes_never_seen: z.array(z.string()).describe('Those of them that ran in no trace.'),
    lacking: z.array(GraphLacking).describe('What was recorded and the graph has not; then nothing is called proved.'),
  })
  .meta({ id: 'GraphTraces', description: 'What recorded runs show of a graph.' });

export const GraphResult = z
  .strictObject({
    verdicts: z.array(GraphVerdict).describe('Broken first, then possible, vacuous, proved; each by severity.'),
    hygiene: z
      .array(GraphHygiene)
      .nullable()
      .describe('What hygiene (P6) found, the gravest first; null where it is not asked.'),
    assumptions: z.array(GraphAssumption).describe('What the document does not tell.'),
    coverage: z
      .strictObject({
        tools: z.int().min(0).describe('Tools of the graph.'),
        tools_classified: z.int().min(0).describe('Those of them that the catalogue has.'),
        edges_with_guard: z.int().min(0).describe('Edges with a condition.'),
        opaque_guards: z.int().min(0).describe('Conditions that could not be read.'),
        unclassified: z.array(GraphUnclassified).describe('Tools that nobody classified.'),
        roles: z.array(GraphStatedRole).describe('Roles that the document states and the catalogue does not.'),
      })
      .meta({ id: 'GraphCoverage', description: 'How much of the graph the verdicts can speak of.' }),
    graph_digest: z.string().describe('The same for the same graph, however its document is laid out.'),
    graph: z
      .strictObject({
        format: GraphFormat,
        name: z.string().nullable().describe('As the document names it.'),
        nodes: z.int().min(0).describe('Nodes, each body once.'),
        edges: z.int().min(0).describe('Edges, each body once.'),
      })
      .meta({ id: 'GraphSummary', description: 'The graph as it was read.' }),
    traces: GraphTraces.nullable().describe('Null without `traces`.'),
    what_if: z
      .array(GraphDifference)
      .nullable()
      .describe('Verdicts that are others by what `assume` says; null without it.'),
    comparison: GraphComparison.nullable().describe('Null without `compare_with`.'),
  })
  .meta({ id: 'GraphResult', description: 'What was decided of a graph.' });
export type GraphOutput = z.output<typeof GraphResult>;
