import { isToolClass } from '@ostiary/catalogue';
import { z } from 'zod';
import { CONCURRENCY, CONTEXTS, EXECUTIONS } from '../model/index.js';
import { GraphChooser, GraphJoin } from './bindings.js';

const MOST_ASSUMED = 200;
const MOST_TIMES = 1_000;

const Name = z.string().min(1).max(1_000);
const Edge = Name.describe('The edge; in a sub-graph `<sub-graph>/<id>`.');
const Node = Name.describe('The node; in a sub-graph `<sub-graph>/<id>`.');
const Tool = Name.describe('The tool.');

const ToolIs = z
  .strictObject({
    kind: z.literal('tool_is'),
    tool: Tool,
    classes: z
      .array(
        z.string().refine(isToolClass, {
          error: 'This is not a class of the catalogue.',
          params: { pt: 'Isto não é uma classe do catálogo.' },
        }),
      )
      .min(1)
      .max(30)
      .describe('The classes it has, instead of those in the catalogue.'),
  })
  .meta({ id: 'GraphAssumeTool', description: 'A tool has different classes.' });

const PassesByField = z
  .strictObject({
    field: Name.describe('A field of its result.'),
    equals: z.union([z.string(), z.number(), z.boolean()]).describe('The value of the field when the tool passes.'),
  })
  .meta({ id: 'GraphPassesByField', description: 'The tool passes when a field of its result has this value.' });

const PassesByBranch = z
  .strictObject({ branch: Name.describe('The branch that the run takes out of its node when the tool passes.') })
  .meta({ id: 'GraphPassesByBranch', description: 'The tool passes when the run leaves its node by this branch.' });

const PassesBy = z
  .strictObject({
    kind: z.literal('passes_by'),
    tool: Name.describe('A tool that checks or confirms.'),
    passes: z
      .union([z.literal('success'), PassesByField, PassesByBranch])
      .describe('What counts as a pass: not failing, a value of its result, or a branch.'),
  })
  .meta({ id: 'GraphAssumePasses', description: 'How a check or a confirmation passes.' });

const EdgeNever = z
  .strictObject({ kind: z.literal('edge_never'), edge: Edge })
  .meta({ id: 'GraphAssumeNever', description: 'An edge is never taken.' });

const EdgeThere = z
  .strictObject({ kind: z.literal('edge_there'), edge: Edge })
  .meta({ id: 'GraphAssumeThere', description: 'An edge that may exist does exist.' });

const EdgeAtMost = z
  .strictObject({
    kind: z.literal('edge_at_most'),
    edge: Edge,
    times: z.int().min(1).max(MOST_TIMES).describe('The largest number of times.'),
  })
  .meta({ id: 'GraphAssumeAtMost', description: 'A run takes an edge at most this many times.' });

const ChoiceBy = z
  .strictObject({
    kind: z.literal('choice_by'),
    node: Node,
    by: GraphChooser.describe('Who chooses, instead of code that is not read.'),
  })
  .meta({ id: 'GraphAssumeChoice', description: 'A model, a person or the outside world chooses at a node, freely.' });

const ChoiceTakes = z
  .strictObject({
    kind: z.literal('choice_takes'),
    node: Node,
    concurrency: z.enum(CONCURRENCY).meta({
      id: 'GraphConcurrency',
      description: '`exclusive`: exactly one of its edges; `inclusive`: one or more; `all`: all of them.',
    }),
  })
  .meta({ id: 'GraphAssumeTakes', description: 'How many of its edges a node takes.' });

const JoinIs = z
  .strictObject({
    kind: z.literal('join_is'),
    node: Node,
    join: GraphJoin.describe('What the node waits for.'),
  })
  .meta({ id: 'GraphAssumeJoin', description: 'What a node with several incoming edges waits for.' });

const NodeRetries = z
  .strictObject({
    kind: z.literal('node_retries'),
    node: Node,
    max: z.int().min(0).max(MOST_TIMES).optional().describe('The largest number of retries; absent: no limit.'),
  })
  .meta({ id: 'GraphAssumeRetries', description: 'A node that fails is retried.' });

const ExecutionIs = z
  .strictObject({
    kind: z.literal('execution_is'),
    execution: z.enum(EXECUTIONS).meta({
      id: 'GraphExecution',
      description:
        '`tokens`: steps of parallel lanes in any order; `supersteps`: in rounds; `sequential`: one lane after the other.',
    }),
  })
  .meta({ id: 'GraphAssumeExecution', description: 'How parallel lanes take turns.' });

const ContextIs = z
  .strictObject({
    kind: z.literal('context_is'),
    context: z.enum(CONTEXTS).meta({
      id: 'GraphContext',
      description: '`shared`: all models share one history; `isolated`: each model has its own.',
    }),
  })
  .meta({ id: 'GraphAssumeContext', description: 'Whether models share one history.' });

const GraphAssume = z
  .discriminatedUnion('kind', [
    ToolIs,
    PassesBy,
    EdgeNever,
    EdgeThere,
    EdgeAtMost,
    ChoiceBy,
    ChoiceTakes,
    JoinIs,
    NodeRetries,
    ExecutionIs,
    ContextIs,
  ])
  .meta({ id: 'GraphAssume', description: 'An assumption for a what-if question.' });

export const GraphAssumes = z.array(GraphAssume).min(1).max(MOST_ASSUMED);
