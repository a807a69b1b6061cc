import { Answer } from '@ostiary/guard/request';
import { PolicySummary } from '@ostiary/policy-modes';
import { z } from 'zod';
import { ForeignFormatField } from './policy.js';
import { HuntClass, HuntSeverity } from './request.js';

const HuntBound = z
  .strictObject({
    kind: z.enum(['exact', 'inductive', 'bounded', 'tried']).meta({
      id: 'HuntBoundKind',
      description:
        'Over all possible calls, over sessions of any length, over sessions of at most `k` calls, or for `k` ways to write a value, but not for all.',
    }),
    k: z
      .int()
      .min(1)
      .optional()
      .describe('Calls in the longest session, or ways that were tried; left out if there is no bound.'),
  })
  .meta({ id: 'HuntBound', description: 'How far a question was decided.' });

const HuntStep = z
  .strictObject({
    action: z.unknown().describe('The call, as mode guardrail takes it.'),
    context: z.unknown().describe('The context of the call, as mode guardrail takes it.'),
    confirmed: z.boolean().describe('Whether there was a confirmation for exactly this call.'),
    answer: Answer.describe('What the policy answers.'),
    slug: z.string().describe('Why, as a word that never changes.'),
    deciding: z.array(z.string()).describe('Ids of the rules that decide.'),
    label: z.string().nullable().describe('What this call shows, if there are several.'),
  })
  .meta({ id: 'HuntStep', description: 'A call and the answer of the policy, decided by both evaluators.' });

const HuntWitness = z
  .strictObject({
    kind: z.enum(['call', 'calls', 'session']).meta({
      id: 'HuntWitnessKind',
      description: 'One call, calls that differ only in what the finding is about, or calls one after the other.',
    }),
    steps: z.array(HuntStep).describe('The calls, in order.'),
  })
  .meta({ id: 'HuntWitness', description: 'What shows the bug.' });

const HuntRulePlace = z
  .strictObject({
    rule: z.string().describe('Id of the rule.'),
    line: z.int().min(1).describe('Line where it begins.'),
    column: z.int().min(1).describe('Column where it begins.'),
    end_line: z.int().min(1).describe('Line where it ends.'),
    end_column: z.int().min(1).describe('The column after its end.'),
  })
  .meta({ id: 'HuntRulePlace', description: 'Where a rule is in the text of the policy.' });

const HuntAxis = z
  .strictObject({
    attribute: z.string().describe('The attribute, e.g. `args.amount`.'),
    values: z.array(z.string()).describe('Its values, ascending.'),
  })
  .meta({ id: 'HuntAxis', description: 'One side of a region.' });

const HuntRegion = z
  .strictObject({
    x: HuntAxis,
    y: HuntAxis,
    answers: z.array(z.array(Answer)).describe('Answers: a row for each value of `y`, a column for each of `x`.'),
    marks: z
      .array(
        z
          .strictObject({
            step: z.int().min(0).describe('Step of the witness, from 0.'),
            column: z.int().min(0).describe('Its column, from 0.'),
            row: z.int().min(0).describe('Its row, from 0.'),
          })
          .meta({ id: 'HuntMark', description: 'Where a step of the witness is.' }),
      )
      .describe('Where the steps of the witness are.'),
  })
  .meta({ id: 'HuntRegion', description: 'The answers over two attributes, with everything else as in the witness.' });

const HuntEvidence = z
  .strictObject({
    rules: z.array(HuntRulePlace).describe('The rules that the finding names.'),
    core: z.array(z.string()).describe('Ids of the rules without which there would be no finding.'),
    bound: HuntBound,
    assumptions: z.array(z.string()).describe('Titles of the assumptions that were used.'),
    benign: HuntStep.nullable().describe('The nearest call with a different result.'),
    expected: z.string().nullable().describe('What was expected instead of what the witness shows.'),
    region: HuntRegion.nullable().describe('Null if the finding is not about two numeric attributes.'),
  })
  .meta({ id: 'HuntEvidence', description: 'Why this is a finding.' });

const HuntRepair = z
  .strictObject({
    title: z.string().describe('What it changes.'),
    text: z.string().describe('The whole policy after the change.'),
  })
  .meta({
    id: 'HuntRepair',
    description: 'A change that was proved: it removes the finding, adds no other, and changes no other call.',
  });

/** What is told of a finding while the hunt still goes on. */
export const FoundFinding = z
  .strictObject({
    class: HuntClass,
    severity: HuntSeverity,
    rules: z.array(z.string()).describe('Ids of the rules, in the order of the policy.'),
    tool: z.string().nullable().describe('The tool it is about.'),
    title: z.string().describe('What is wrong, in one line.'),
    fingerprint: z.string().describe('The same for the same bug, however the policy is formatted or ordered.'),
  })
  .meta({ id: 'HuntFound', description: 'A finding that was confirmed.' });

export const HuntFinding = z
  .strictObject({
    ...FoundFinding.shape,
    subkind: z.string().nullable().describe('Distinguishes kinds of one class.'),
    attribute: z.string().nullable().describe('The attribute it is about, e.g. `args.amount`.'),
    detail: z.string().describe('What is wrong, and why it matters.'),
    structure: z
      .string()
      .describe('The same for the same bug if only the ids of the rules differ: shows that a finding has moved.'),
    evidence_hash: z.string().describe('Changes with the values in the rules and in the witness.'),
    witness: HuntWitness.nullable()
      .optional()
      .describe('Null if the bug is that no such call exists; left out without the grant `hunt_details`.'),
    evidence: HuntEvidence.optional().describe('Left out without the grant `hunt_details`.'),
    repair: HuntRepair.nullable().describe('Null if none could be proved.'),
  })
  .meta({ id: 'HuntFinding', description: 'A bug in a policy, confirmed by both evaluators.' });
export type ToldFinding = z.output<typeof HuntFinding>;

const HuntCheck = z
  .strictObject({
    class: HuntClass,
    asked: z.int().min(0).describe('Questions asked.'),
    found: z.int().min(0).describe('Questions that showed the bug.'),
    bound: HuntBound.nullable().describe('The weakest bound under which the other questions were decided.'),
    undecided: z.int().min(0).describe('Questions that were not decided.'),
    not_rechecked: z
      .int()
      .min(0)
      .describe(
        'Questions that were decided by listing all cases and that the solver, as a second check, did not decide within its limit. If the solver disagrees, the hunt fails.',
      ),
  })
  .meta({ id: 'HuntCheck', description: 'The result for one class.' });

const HuntCoverage = z
  .strictObject({
    decided: z.number().min(0).max(1).describe('Share of questions that were decided; 1 if there were none.'),
    tools: z.array(z.string()).describe('Tools that were checked.'),
    rules: z.int().min(0).describe('Rules that were checked.'),
  })
  .meta({ id: 'HuntCoverage', description: 'How much of the policy was checked.' });

const HuntImport = z
  .strictObject({
    format: ForeignFormatField,
    not_imported: z
      .array(
        z
          .strictObject({
            line: z.int().min(1).describe('Line in the policy as it was sent.'),
            construct: z.string().describe('Its name in that language.'),
            detail: z.string().describe('What it means there, and what the translation makes of it.'),
          })
          .meta({
            id: 'HuntNotImported',
            description: 'What is missing, or not complete, in the translation of a policy.',
          }),
      )
      .describe('In the order of the text.'),
  })
  .meta({
    id: 'HuntImport',
    description: 'How a policy in another language was translated; the artefact `translation` is the result.',
  });

export const HuntResult = z
  .strictObject({
    findings: z.array(HuntFinding).describe('By severity, then class, then place in the policy.'),
    checks: z.array(HuntCheck).describe('Every class that was checked, and how it was decided.'),
    coverage: HuntCoverage,
    policy: PolicySummary,
    import: HuntImport.nullable().describe("Null for a policy in Ostiary's own language."),
  })
  .meta({ id: 'HuntResult', description: 'What a hunt found, and what it checked.' });

export type HuntOutput = z.output<typeof HuntResult>;
