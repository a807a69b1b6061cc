import { z } from 'zod';
import { PolicySummary } from '../../policy/summary.js';
import { Property } from '../guardrail/result.js';
import { Answer } from '@ostiary/guard/request';

const count = (what: string): z.ZodInt => z.int().min(0).describe(what);
const rowNumber = z.int().min(1).describe('Place of the row in the table, from 1.');
const customId = z.string().nullable().describe('Your name for the row.');

const Deciding = z.strictObject({
  rule: z.string().describe('Id of the rule.'),
  cause: z.enum(['true', 'undefined']).describe('Whether its guard was true, or could not be evaluated.'),
});

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
  .describe('What became of one row.');

export type RowAnswerOutput = z.output<typeof RowAnswer>;

export const BatchResult = z
  .strictObject({
    row_counts: z
      .strictObject({
        total: count('Rows in the table.'),
        allow: count('Rows answered allow.'),
        confirm: count('Rows answered confirm.'),
        refuse: count('Rows answered refuse.'),
        error: count('Rows that could not be read.'),
      })
      .describe('Rows by answer.'),
    rows: z.array(RowAnswer).describe('The first rows, in order; the artefacts have all of them.'),
    rows_truncated: z.boolean().describe('Whether there are more rows than `rows` shows.'),
    expected: z
      .strictObject({
        compared: count('Rows that name an expected answer.'),
        matched: count('Rows whose answer is the expected one.'),
        mismatched: z
          .array(
            z.strictObject({
              row: rowNumber,
              custom_id: customId,
              expected: Answer.describe('The answer you expected.'),
              answer: Answer.nullable().describe('The answer found.'),
              slug: z.string().describe('Why that answer.'),
            }),
          )
          .describe('The first rows whose answer is another one.'),
      })
      .nullable()
      .describe('Comparison with the expected answers; null when no row names one.'),
    coverage: z
      .array(
        z.strictObject({
          rule: z.string().describe('Id of the rule.'),
          line: z.int().describe('Its line in the policy.'),
          effect: Answer.describe('Its effect.'),
          fired: count('Rows in which its guard held, or in which it fired because its guard was undefined.'),
          decided: count('Rows whose answer it decided.'),
          undefined: count('Rows in which it fired only because its guard could not be evaluated.'),
        }),
      )
      .describe('How often each rule fired. A rule that never does is not tested by this table.'),
    never_fired: z.array(z.string()).describe('Ids of the rules that fired in no row.'),
    default_only: z
      .strictObject({ count: count('How many.'), rows: z.array(rowNumber).describe('The first of them.') })
      .describe('Rows that no rule speaks about: the default decided.'),
    missing_boundaries: z
      .array(
        z.strictObject({
          path: z.string().describe('The value that is compared.'),
          threshold: z.string().describe('The literal it is compared with.'),
          rules: z.array(z.string()).describe('Ids of the rules that compare it.'),
          missing: z.array(z.string()).describe('Values at and next to the literal that no row has.'),
        }),
      )
      .describe('Edges of the policy that the table does not try.'),
    duplicates: z
      .strictObject({
        count: count('Rows that ask what an earlier row asked.'),
        rows: z
          .array(z.strictObject({ row: rowNumber, same_as: z.int().min(1).describe('The earlier row.') }))
          .describe('The first of them.'),
      })
      .describe('Rows that ask the same question twice.'),
    properties: z
      .array(Property)
      .describe('What the policy states about itself with `never` and `always`, whatever the rows are.'),
    errors: z
      .array(
        z.strictObject({
          row: rowNumber,
          custom_id: customId,
          pointer: z.string().nullable().describe('JSON pointer into the row.'),
          detail: z.string().nullable().describe('What is wrong.'),
        }),
      )
      .describe('The first rows that could not be read.'),
    cross_checked: count(
      'Rows that the second evaluator decided too, with the same answer: all of the first 1,000, then one in 16.',
    ),
    artifacts: z
      .strictObject({
        csv: z.string().describe('Id of the table of answers as CSV.'),
        jsonl: z.string().describe('Id of the answers as JSON Lines.'),
      })
      .describe('Every row, in order, as artefacts of this job.'),
    policy: PolicySummary,
    evaluated_at: z.iso.datetime().describe('The time taken for `now` in rows that give none.'),
  })
  .describe('The answers of a table of calls, and what the table leaves untested.');

export type BatchOutput = z.output<typeof BatchResult>;
