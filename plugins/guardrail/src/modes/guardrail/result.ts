import { VERDICT_SLUGS } from '@ostiary/guard';
import { Answer } from '@ostiary/guard/request';
import { z } from 'zod';
import { TicketField } from '../../confirm/ticket-field.js';
import { PolicySummary } from '@ostiary/policy-modes';

export const DecidingCause = z
  .enum(['true', 'undefined'])
  .meta({ id: 'DecidingCause', description: 'Whether a guard was true, or could not be evaluated.' });

const Deciding = z
  .strictObject({
    rule: z.string().describe('Id of the rule: its `@id`, or `rule-N`.'),
    line: z.int().min(1).describe('Its line in the policy.'),
    column: z.int().min(1).describe('Its column in the policy.'),
    effect: Answer.describe('Its effect.'),
    cause: DecidingCause,
  })
  .meta({ id: 'DecidingRule', description: 'A rule that decided.' });

const TruthWord = z
  .enum(['true', 'false', 'undefined'])
  .meta({ id: 'TruthWord', description: 'What a test or a guard says.' });
const Cause = z
  .enum(['absent', 'ill_typed', 'currency_unknown', 'rate_unknown', 'overflow'])
  .meta({ id: 'UndefinedCause', description: 'Why there is no value.' });

const TracedTest = z
  .strictObject({
    text: z.string().describe('The test as it is written.'),
    line: z.int().min(1).describe('Its line in the policy.'),
    column: z.int().min(1).describe('Its column in the policy.'),
    value: TruthWord.describe('What it says of the call.'),
    cause: Cause.nullable().describe('Why it is undefined.'),
    reads: z.array(z.string()).describe('The places it looks at, e.g. `args.amount`.'),
  })
  .meta({ id: 'TracedTest', description: 'What one test of a rule said.' });

const TracedRule = z
  .strictObject({
    rule: z.string().describe('Id of the rule.'),
    effect: Answer.describe('Its effect.'),
    value: TruthWord.describe('What its whole guard says.'),
    tests: z.array(TracedTest).describe('The conjuncts of its guard, in the order they are written.'),
  })
  .meta({ id: 'TracedRule', description: 'What the tests of one rule said.' });

const ValueRead = z
  .strictObject({
    path: z.string().describe('What was read, e.g. `args.amount`.'),
    present: z.boolean().describe('Whether the request carries it.'),
    value: z.string().nullable().describe('Its value in normal form; null when there is none.'),
    cause: Cause.nullable().describe('Why there is no value.'),
  })
  .meta({ id: 'ValueRead', description: 'A value that the rules looked at.' });

const Flip = z
  .strictObject({
    argument: z.string().describe('The argument to change, e.g. `args.amount`.'),
    from: z.unknown().optional().describe('Its value now; left out when it is absent.'),
    to: z
      .unknown()
      .optional()
      .describe('The nearest value with another answer; left out when leaving the argument out has it.'),
    answer: Answer.describe('The answer then.'),
  })
  .meta({ id: 'AnswerFlip', description: 'A change of one argument that changes the answer.' });

const Witness = z
  .strictObject({
    answer: Answer.describe('The answer for this completion.'),
    action: z.unknown().describe('The call, completed.'),
    context: z.unknown().describe('The context, completed.'),
  })
  .meta({ id: 'CompletionWitness', description: 'A completion of what is missing that has another answer.' });

const CompletenessMethod = z.enum(['complete', 'constant', 'cells', 'z3', 'witness', 'none']).meta({
  id: 'CompletenessMethod',
  description:
    'How it was found: nothing is missing; no value of it matters; by finite case analysis; by the SMT solver; by the witnesses; or not at all.',
});

const Completeness = z
  .strictObject({
    complete: z.boolean().describe('Whether the request carries everything that the policy reads of it.'),
    holds_for_all: z
      .boolean()
      .nullable()
      .describe(
        'Whether the answer is the same for every value that what is missing could have; null: not decided, which is not a yes.',
      ),
    missing: z.array(z.string()).describe('What the rules for this tool read and the request does not carry.'),
    method: CompletenessMethod,
    depends_on: z.array(z.string()).describe('What is missing and can change the answer.'),
    may_depend_on: z
      .array(z.string())
      .describe('What is missing and could neither be shown to change the answer nor be ruled out.'),
    unsettled: z
      .array(
        z
          .strictObject({
            answer: Answer.describe('An answer that could neither be reached nor be ruled out.'),
            reason: z.string().describe('Why: as in `undecided_reason`.'),
          })
          .meta({ id: 'UnsettledAnswer', description: 'An answer of which it is not known whether it can be had.' }),
      )
      .describe(
        'Answers that could neither be reached nor be ruled out; empty when the list of witnesses is complete.',
      ),
    witnesses: z
      .array(Witness)
      .describe('For each other answer one completion that gives it. Each was decided again by both evaluators.'),
    undecided_reason: z
      .string()
      .nullable()
      .describe(
        'Why it was not decided: `resource_limit`, `solver_unknown`, `not_replayed`, `no_solver`, `solver_unavailable`, `solver_memory`, `solver_time` or `solver_crashed`.',
      ),
  })
  .meta({ id: 'Completeness', description: 'What the answer is worth while part of the context is missing.' });

const PropertyKind = z
  .enum(['always', 'never'])
  .meta({ id: 'PropertyKind', description: 'Whether it states what always or what never is.' });

const PropertyStatus = z.enum(['holds', 'broken', 'vacuous', 'undecided']).meta({
  id: 'PropertyStatus',
  description: 'Whether no well-formed call breaks it, some call does, it says nothing, or neither could be shown.',
});

const PropertyBreach = z
  .strictObject({
    action: z.unknown().describe('A call that breaks it.'),
    context: z.unknown().describe('What stands around that call.'),
  })
  .meta({ id: 'PropertyBreach', description: 'A call that breaks what a policy states, decided by both evaluators.' });

export const Property = z
  .strictObject({
    title: z.string().describe('Its title.'),
    kind: PropertyKind,
    status: PropertyStatus,
    assumptions: z.array(z.string()).describe('Titles of the assumptions without which that would not be known.'),
    breaches: z
      .array(PropertyBreach)
      .describe('For each tool that has one, a call that breaks it. Each was decided by both evaluators.'),
    reason: z.string().nullable().describe('Why it was not decided: as in `undecided_reason`, or `over_sessions`.'),
  })
  .meta({ id: 'PolicyProperty', description: 'What a policy states about itself, and whether it holds.' });

export const GuardrailResult = z
  .strictObject({
    answer: Answer.describe('What to do with the call.'),
    slug: z.enum(VERDICT_SLUGS).meta({ id: 'VerdictSlug', description: 'Why, as a word that never changes.' }),
    detail: z.string().describe('Why, in a sentence.'),
    pointer: z.string().nullable().describe('JSON pointer to the argument that is wrong, when one is.'),
    deciding: z
      .array(Deciding)
      .describe('The rules that decided, in the order of the policy; empty when the default or a malformed call did.'),
    trace: z
      .array(TracedRule)
      .nullable()
      .describe('With `explain: "trace"`: what each test of each rule about the tool said; else null.'),
    trace_omitted: z.int().min(0).describe('Rules about the tool that the trace leaves out.'),
    values_read: z
      .array(ValueRead)
      .describe('What the rules that were asked looked at: those of the deciding effect and of stricter ones.'),
    flips: z.array(Flip).describe('For each argument that can change the answer alone, the nearest change that does.'),
    completeness: Completeness,
    properties: z
      .array(Property)
      .describe('What the policy states about itself with `never` and `always`, whatever the call was.'),
    confirmation: TicketField.nullable().describe(
      'With answer confirm: the ticket to send back as `context.confirmation` once confirmed. Worth one execution, until it expires.',
    ),
    policy: PolicySummary,
    evaluated_at: z.iso.datetime().describe('The time taken for `now`.'),
  })
  .describe('The answer to one call, and what it depends on.');

export type GuardrailOutput = z.output<typeof GuardrailResult>;
export type CompletenessOutput = GuardrailOutput['completeness'];
