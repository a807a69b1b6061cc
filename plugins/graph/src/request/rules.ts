import { z } from 'zod';
import { ORDER_PATTERNS, SEVERITIES, TAINT_FORMS } from '../model/index.js';

const MOST_SOURCES = 50;
const MOST_COUNT = 1_000;
const MOST_STEPS = 50;

const Tool = z.string().min(1).max(500);

const RuleId = z
  .string()
  .regex(/^[\p{L}\p{N}_.-]{1,100}$/u)
  .describe('An id of your own; answers name the rule by it.');

export const GraphSeverity = z
  .enum(SEVERITIES)
  .meta({ id: 'GraphSeverity', description: 'How bad it is when a rule is broken.' });

const Severity = GraphSeverity.optional().describe('Absent: that of its kind.');

const CheckBefore = z
  .strictObject({
    id: RuleId,
    severity: Severity,
    kind: z.literal('check_before'),
    tool: Tool.describe('The tool that must not run without the check.'),
    check: Tool.describe('The tool that checks; how it passes, and for which arguments, the catalogue says.'),
  })
  .meta({ id: 'GraphCheckRule', description: 'Every call of a tool comes after its check has passed.' });

const ConfirmBefore = z
  .strictObject({
    id: RuleId,
    severity: Severity,
    kind: z.literal('confirm_before'),
    tool: Tool.describe('The tool that must not run without a confirmation.'),
    by: z
      .array(Tool)
      .min(1)
      .max(MOST_SOURCES)
      .optional()
      .describe('Tools that confirm; absent: a person of the graph, or what the catalogue says.'),
    any_of: z.boolean().optional().describe('One of `by` is enough; absent: all of them are needed.'),
  })
  .meta({ id: 'GraphConfirmRule', description: 'Every call of a tool uses up a confirmation.' });

const OrderRule = z
  .strictObject({
    id: RuleId,
    severity: Severity,
    kind: z.literal('order'),
    pattern: z.enum(ORDER_PATTERNS).meta({
      id: 'GraphOrderPattern',
      description: 'What is asked of two tools, or of one: see docs/graph/properties.md.',
    }),
    first: Tool.describe('A tool.'),
    second: Tool.optional().describe('The other tool, for patterns of two.'),
    count: z.int().min(0).max(MOST_COUNT).optional().describe('For `at_most` and `bounded_response`.'),
    scope: z
      .strictObject({
        after: Tool.optional().describe('From each success of this tool on.'),
        until: Tool.optional().describe('Up to the next attempt of this tool.'),
      })
      .meta({ id: 'GraphScope', description: 'The part of a run in which it must hold.' })
      .optional()
      .describe('Absent: everywhere.'),
    even_on_failure: z
      .boolean()
      .optional()
      .describe('Response and existence also judge runs that end in failure; absent: they do not.'),
  })
  .refine(({ pattern, second }) => (second !== undefined) === PATTERNS_OF_TWO.has(pattern), {
    path: ['second'],
    error: 'A pattern of two tools needs `second`; one of a single tool has none.',
    params: { pt: 'Um padrão de duas ferramentas precisa de `second`; um de uma só não o tem.' },
  })
  .refine(({ pattern, count }) => (count !== undefined) === PATTERNS_THAT_COUNT.has(pattern), {
    path: ['count'],
    error: '`at_most` and `bounded_response` need `count`; no other pattern has it.',
    params: { pt: '`at_most` e `bounded_response` precisam de `count`; nenhum outro padrão o tem.' },
  })
  .meta({ id: 'GraphOrderRule', description: 'What must come before, after, at most so often, or never.' });

const PATTERNS_OF_TWO: ReadonlySet<string> = new Set([
  'precedence',
  'alternate_precedence',
  'response',
  'bounded_response',
  'chain_response',
  'not_coexistence',
  'succession',
]);
const PATTERNS_THAT_COUNT: ReadonlySet<string> = new Set(['at_most', 'bounded_response']);

const TaintRule = z
  .strictObject({
    id: RuleId,
    severity: Severity,
    kind: z.literal('taint'),
    form: z.enum(TAINT_FORMS).meta({
      id: 'GraphTaintForm',
      description:
        'A privileged tool under untrusted data; private data that reaches a sink; untrusted data, private data and a way out in one run without an approval.',
    }),
    tool: Tool.optional().describe('This tool only; absent: each tool of the graph that the form is about.'),
  })
  .refine(({ form, tool }) => form !== 'trifecta' || tool === undefined, {
    path: ['tool'],
    error: '`trifecta` is about a run, and names no tool.',
    params: { pt: '`trifecta` é sobre uma execução, e não nomeia ferramenta.' },
  })
  .meta({ id: 'GraphTaintRule', description: 'What untrusted or private data must not reach, or decide.' });

const SagaRule = z
  .strictObject({
    id: RuleId,
    severity: GraphSeverity.optional().describe('Absent: that of each of its rules.'),
    kind: z.literal('saga'),
    steps: z
      .array(
        z
          .strictObject({
            tool: Tool.describe('The step.'),
            compensation: Tool.optional().describe('The tool that undoes it; absent: what the catalogue says.'),
          })
          .meta({ id: 'GraphSagaStep', description: 'A step and what undoes it.' }),
      )
      .min(1)
      .max(MOST_STEPS)
      .describe('The steps, in no order.'),
    pivots: z
      .array(Tool)
      .max(MOST_STEPS)
      .optional()
      .describe('Tools after which the run only goes forwards; absent: those of class `pivot`.'),
  })
  .meta({ id: 'GraphSagaRule', description: 'Steps that are all done, or undone in the reverse order.' });

export const GraphRule = z
  .discriminatedUnion('kind', [CheckBefore, ConfirmBefore, OrderRule, TaintRule, SagaRule])
  .meta({ id: 'GraphRule', description: 'What is asked of a graph.' });
