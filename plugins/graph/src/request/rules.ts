import { z } from 'zod';
import { ORDER_PATTERNS, SEVERITIES, TAINT_FORMS } from '../model/index.js';

const MOST_SOURCES = 50;
const MOST_COUNT = 1_000;
const MOST_STEPS = 50;

const Tool = z.string().min(1).max(500);

const RuleId = z
  .string()
  .regex(/^[\p{L}\p{N}_.-]{1,100}$/u)
  .describe('An id that you choose. Answers refer to the rule by it.');

export const GraphSeverity = z
  .enum(SEVERITIES)
  .meta({ id: 'GraphSeverity', description: 'How severe it is if the rule is broken.' });

const Severity = GraphSeverity.optional().describe('Absent: the severity of its kind.');

const CheckBefore = z
  .strictObject({
    id: RuleId,
    severity: Severity,
    kind: z.literal('check_before'),
    tool: Tool.describe('The tool that must not run without the check.'),
    check: Tool.describe('The tool that checks. The catalogue says how it passes and for which arguments.'),
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
      .describe('Tools that confirm; absent: a person in the graph, or what the catalogue says.'),
    any_of: z.boolean().optional().describe('One of `by` is enough; absent: all of them are needed.'),
  })
  .meta({ id: 'GraphConfirmRule', description: 'Every call of a tool needs a confirmation of its own.' });

const OrderRule = z
  .strictObject({
    id: RuleId,
    severity: Severity,
    kind: z.literal('order'),
    pattern: z.enum(ORDER_PATTERNS).meta({
      id: 'GraphOrderPattern',
      description: 'What the rule demands of one or two tools: see docs/graph/properties.md.',
    }),
    first: Tool.describe('The tool, or the first of two.'),
    second: Tool.optional().describe('The second tool, for a pattern about two tools.'),
    count: z.int().min(0).max(MOST_COUNT).optional().describe('The number, for `at_most` and `bounded_response`.'),
    scope: z
      .strictObject({
        after: Tool.optional().describe('The rule applies from each attempt of this tool.'),
        until: Tool.optional().describe('The rule applies up to the next success of this tool.'),
      })
      .meta({ id: 'GraphScope', description: 'The part of a run in which the rule applies.' })
      .optional()
      .describe('Absent: the whole run.'),
    even_on_failure: z
      .boolean()
      .optional()
      .describe('Whether response and existence rules also judge runs that end in failure; absent: they do not.'),
  })
  .refine(({ pattern, second }) => (second !== undefined) === PATTERNS_OF_TWO.has(pattern), {
    path: ['second'],
    error: 'A pattern about two tools needs `second`; a pattern about one tool must not have it.',
    params: {
      pt: 'Um padrão sobre duas ferramentas precisa de `second`; um padrão sobre uma ferramenta não o pode ter.',
    },
  })
  .refine(({ pattern, count }) => (count !== undefined) === PATTERNS_THAT_COUNT.has(pattern), {
    path: ['count'],
    error: '`at_most` and `bounded_response` need `count`; no other pattern may have it.',
    params: { pt: '`at_most` e `bounded_response` precisam de `count`; nenhum outro padrão o pode ter.' },
  })
  .meta({
    id: 'GraphOrderRule',
    description: 'What must come before or after something, at most so many times, or never.',
  });

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
        '`privileged`: untrusted data influences a privileged tool; `private_to_sink`: private data reaches a sink; `trifecta`: one run has untrusted data, private data and a way out, without an approval.',
    }),
    tool: Tool.optional().describe('Only this tool; absent: each tool of the graph that the form is about.'),
  })
  .refine(({ form, tool }) => form !== 'trifecta' || tool === undefined, {
    path: ['tool'],
    error: '`trifecta` is about a whole run and takes no `tool`.',
    params: { pt: '`trifecta` é sobre uma execução inteira e não tem `tool`.' },
  })
  .meta({ id: 'GraphTaintRule', description: 'What untrusted or private data must not reach or decide.' });

const SagaRule = z
  .strictObject({
    id: RuleId,
    severity: GraphSeverity.optional().describe('Absent: each rule of the saga has its own severity.'),
    kind: z.literal('saga'),
    steps: z
      .array(
        z
          .strictObject({
            tool: Tool.describe('The step.'),
            compensation: Tool.optional().describe(
              'The tool that undoes it; absent: the one that the catalogue names.',
            ),
          })
          .meta({ id: 'GraphSagaStep', description: 'A step and what undoes it.' }),
      )
      .min(1)
      .max(MOST_STEPS)
      .describe('The steps, in any order.'),
    pivots: z
      .array(Tool)
      .max(MOST_STEPS)
      .optional()
      .describe('Tools after which there is no way back; absent: those of class `pivot`.'),
  })
  .meta({ id: 'GraphSagaRule', description: 'Steps that are either all done, or undone in reverse order.' });

export const GraphRule = z
  .discriminatedUnion('kind', [CheckBefore, ConfirmBefore, OrderRule, TaintRule, SagaRule])
  .meta({ id: 'GraphRule', description: 'A rule that the graph must satisfy.' });
