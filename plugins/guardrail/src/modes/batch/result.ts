import { z } from 'zod';
import { PolicySummary } from '@ostiary/policy-modes';
import { DecidingCause, Property } from '../guardrail/result.js';
import { Answer } from '@ostiary/guard/request';

const count = (what: string): z.ZodInt => z.int().min(0).describe(what);
const rowNumber = z.int().min(1).describe('Place of the row in the table, from 1.');
const customId = z.string().nullable().describe('Your name for the row.');

const Deciding = z
  .strictObject({ rule: z.string().describe('Id of the rule.'), cause: DecidingCause })
  .meta({ id: 'BatchDecidingRule', description: 'A rule that decided a row.' });

/** A line of the JSON Lines artefact, and a row of the result. */
export const RowAnswer = z
  .strictObject({
    row: rowNumber,
    custom_id: customId,
    tool: z.string().nullable().describe('The tool of the row; null when the row could not be read.'),
    answer: Answer.nullable().describe('The answer of the policy; null when the row could not be read.'),
    slug: z.string().describe('Why: as in mode guardrail, or `row_invalid`.'),
    deciding: z.array(Deciding).describe('The rules that decided, in the order of the policy.'),
    pointer: z
      .string()
      .nullable()
      .describe('JSON pointer to what is wrong: into the arguments, or into the row when it could not be read.'),
    detail: z.string().nullable().describe('What is wrong with a row that could not be read.'),
    expected: Answer.nullable().describe('The answer you expected.'),
    matched: z.boolean().nullable().describe('Whether it is the answer found; null when none was expected.'),
  })
  .meta({ id: 'BatchRowAnswer', description: 'What became of one row.' });

export type RowAnswerOutput = z.output<typeof RowAnswer>;

const RowCounts = z
  .strictObject({
    total: count('Rows in the table.'),
    allow: count('Rows answered allow.'),
    confirm: count('Rows answered confirm.'),
    refuse: count('Rows answered refuse.'),
    error: count('Rows that could not be read.'),
  })
  .meta({ id: 'BatchRowCounts', description: 'Rows by answer.' });

const Mismatch = z
  .strictObject({
    row: rowNumber,
    custom_id: customId,
    expected: Answer.describe('The answer you expected.'),
    answer: Answer.nullable().describe('The answer found.'),
    slug: z.string().describe('Why that answer.'),
  })
  .meta({ id: 'BatchMismatch', description: 'A row whose answer is not the expected one.' });

const Comparison = z
  .strictObject({
    compared: count('Rows that name an expected answer.'),
    matched: count('Rows whose answer is the expected one.'),
    mismatched: z.array(Mismatch).describe('The first rows whose answer is another one.'),
  })
  .meta({ id: 'BatchComparison', description: 'Comparison with the expected answers.' });

const RuleCoverage = z
  .strictObject({
    rule: z.string().describe('Id of the rule.'),
    line: z.int().describe('Its line in the policy.'),
    effect: Answer.describe('Its effect.'),
    fired: count('Rows in which its guard held, or in which it fired because its guard was undefined.'),
    decided: count('Rows whose answer it decided.'),
    undefined: count('Rows in which it fired only because its guard could not be evaluated.'),
  })
  .meta({ id: 'RuleCoverage', description: 'How often a rule fired.' });

const DefaultOnly = z
  .strictObject({ count: count('How many.'), rows: z.array(rowNumber).describe('The first of them.') })
  .meta({ id: 'BatchDefaultRows', description: 'Rows that no rule speaks about: the default decided.' });

const MissingBoundary = z
  .strictObject({
    path: z.string().describe('The value that is compared.'),
    threshold: z.string().describe('The literal it is compared with.'),
    rules: z.array(z.string()).describe('Ids of the rules that compare it.'),
    missing: z.array(z.string()).describe('Values at and next to the literal that no row has.'),
  })
  .meta({ id: 'MissingBoundary', description: 'An edge of the policy that the table does not try.' });

const Duplicate = z
  .strictObject({ row: rowNumber, same_as: z.int().min(1).describe('The earlier row.') })
  .meta({ id: 'DuplicateRow', description: 'A row that asks what an earlier row asked.' });

const Duplicates = z
  .strictObject({
    count: count('Rows that ask what an earlier row asked.'),
    rows: z.array(Duplicate).describe('The first of them.'),
  })
  .meta({ id: 'DuplicateRows', description: 'Rows that ask the same question twice.' });

const RowError = z
  .strictObject({
    row: rowNumber,
    custom_id: customId,
    pointer: z.string().nullable().describe('JSON pointer into the row.'),
    detail: z.string().nullable().describe('What is wrong.'),
  })
  .meta({ id: 'BatchRowError', description: 'A row that could not be read.' });

const Files = z
  .strictObject({
    csv: z.string().describe('Id of the table of answers as CSV.'),
    jsonl: z.string().describe('Id of the answers as JSON Lines.'),
  })
  .meta({ id: 'BatchArtifacts', description: 'Every row, in order, as artefacts of this job.' });

export const BatchResult = z
  .strictObject({
    row_counts: RowCounts,
    rows: z.array(RowAnswer).describe('The first rows, in order; the artefacts have all of them.'),
    rows_truncated: z.boolean().describe('Whether there are more rows than `rows` shows.'),
    expected: Comparison.nullable().describe('Comparison with the expected answers; null when no row names one.'),
    coverage: z
      .array(RuleCoverage)
      .describe('How often each rule fired. A rule that never does is not tested by this table.'),
    never_fired: z.array(z.string()).describe('Ids of the rules that fired in no row.'),
    default_only: DefaultOnly,
    missing_boundaries: z.array(MissingBoundary).describe('Edges of the policy that the table does not try.'),
    duplicates: Duplicates,
    properties: z
      .array(Property)
      .describe('What the policy states about itself with `never` and `always`, whatever the rows are.'),
    errors: z.array(RowError).describe('The first rows that could not be read.'),
    cross_checked: count(
      'Rows that the second evaluator decided too, with the same answer: all of the first 1,000, then one in 16.',
    ),
    artifacts: Files,
    policy: PolicySummary,
    evaluated_at: z.iso
      .datetime()
      .describe('The time taken for `now` in rows that give none: when the job was submitted.'),
  })
  .describe('The answers of a table of calls, and what the table leaves untested.');

export type BatchOutput = z.output<typeof BatchResult>;
