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
          error: 'No class of the catalogue.',
          params: { pt: 'Não é uma classe do catálogo.' },
        }),
      )
      .min(1)
      .max(30)
      .describe('Its classes, in place of those of the catalogue.'),
  })
  .meta({ id: 'GraphAssumeTool', description: 'A tool has other classes.' });

const PassesByField = z
  .strictObject({
    field: Name.describe('A field of its result.'),
    equals: z.union([z.string(), z.number(), z.boolean()]).describe('Its value when it passes.'),
  })
  .meta({ id: 'GraphPassesByField', description: 'By a value of its result.' });

const PassesByBranch = z
  .strictObject({ branch: Name.describe('The branch by which its node is left when it passes.') })
  .meta({ id: 'GraphPassesByBranch', description: 'By the branch its node is left by.' });

const PassesBy = z
  .strictObject({
    kind: z.literal('passes_by'),
    tool: Name.describe('A tool that checks or confirms.'),
    passes: z
      .union([z.literal('success'), PassesByField, PassesByBranch])
      .describe('By not failing, by a value of its result, or by a branch.'),
  })
  .meta({ id: 'GraphAssumePasses', description: 'How a check or a confirmation passes.' });

const EdgeNever = z
  .strictObject({ kind: z.literal('edge_never'), edge: Edge })
  .meta({ id: 'GraphAssumeNever', description: 'An edge is never taken.' });

const EdgeThere = z
  .strictObject({ kind: z.literal('edge_there'), edge: Edge })
  .meta({ id: 'GraphAssumeThere', description: 'An edge that may be there is there.' });

const EdgeAtMost = z
  .strictObject({
    kind: z.literal('edge_at_most'),
    edge: Edge,
    times: z.int().min(1).max(MOST_TIMES).describe('How often.'),
  })
  .meta({ id: 'GraphAssumeAtMost', description: 'A run takes an edge so often at most.' });

const ChoiceBy = z
  .strictObject({
    kind: z.literal('choice_by'),
    node: Node,
    by: GraphChooser.describe('Who chooses, in place of code that is not read.'),
  })
  .meta({ id: 'GraphAssumeChoice', description: 'Whoever it is may choose either way.' });

const ChoiceTakes = z
  .strictObject({
    kind: z.literal('choice_takes'),
    node: Node,
    concurrency: z
      .enum(CONCURRENCY)
      .meta({ id: 'GraphConcurrency', description: 'One of its edges, one or more, or each.' }),
  })
  .meta({ id: 'GraphAssumeTakes', description: 'How many of its edges a node takes.' });

const JoinIs = z
  .strictObject({
    kind: z.literal('join_is'),
    node: Node,
    join: GraphJoin.describe('What it waits for.'),
  })
  .meta({ id: 'GraphAssumeJoin', description: 'What a node waits for where several edges come in.' });

const NodeRetries = z
  .strictObject({
    kind: z.literal('node_retries'),
    node: Node,
    max: z.int().min(0).max(MOST_TIMES).optional().describe('How often at most; absent: any number of times.'),
  })
  .meta({ id: 'GraphAssumeRetries', description: 'A node that fails is tried again.' });

const ExecutionIs = z
  .strictObject({
    kind: z.literal('execution_is'),
    execution: z.enum(EXECUTIONS).meta({
      id: 'GraphExecution',
      description: 'In any order, in rounds, or one lane after the other.',
    }),
  })
  .meta({ id: 'GraphAssumeExecution', description: 'How lanes take turns.' });

const ContextIs = z
  .strictObject({
    kind: z.literal('context_is'),
    context: z.enum(CONTEXTS).meta({ id: 'GraphContext', description: 'One history for all models, or one for each.' }),
  })
  .meta({ id: 'GraphAssumeContext', description: 'Whether models share what was said.' });

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
  .meta({ id: 'GraphAssume', description: 'Something that is taken to be so, to see what would be.' });

export const GraphAssumes = z.array(GraphAssume).min(1).max(MOST_ASSUMED);
