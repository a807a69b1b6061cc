import { input } from '@ostiary/plugin-api';
import { z } from 'zod';
import type { Slice } from '../../csv/slices.js';
import { CatalogueField, LanguageField } from '@ostiary/policy-modes';
import { PolicyField } from '../../request/policy.js';
import { DefaultsField, RowField } from '@ostiary/guard/request';

export const MAX_ROWS = 200_000;
/** Rows of a file. */
export const MAX_FILE_ROWS = 1_000_000;

const { $schema: _, ...rowSchema } = z.toJSONSchema(RowField, { io: 'input' });

/** Rows are checked one at a time while the batch runs: a bad one is an error of that row and the others go on. */
const RowsField = z
  .array(z.unknown().meta(rowSchema))
  .min(1)
  .max(MAX_ROWS)
  .describe('The rows, decided in this order.');

const CsvField = z
  .strictObject({
    csv: z
      .union([z.string().min(1), input('batch_rows')])
      .describe(
        'A table with a header line, or a file of one (`text/csv`). Columns are `tool`, `custom_id`, `expected`, `now`, `labels`, and `arguments.NAME`, `principal.NAME`, `session.NAME`. An empty cell is an absent value.',
      ),
    columns: z
      .record(z.string(), z.string().max(512))
      .optional()
      .describe('What a column of another name holds: header to one of the names above.'),
  })
  .meta({
    id: 'BatchCsv',
    description: 'The rows as CSV (RFC 4180). Cells are typed by the catalogue, or by what the policy reads.',
  });

export const BatchRequest = z.strictObject({
  policy: PolicyField,
  catalogue: CatalogueField,
  rows: z
    .union([RowsField, CsvField, input('batch_rows')])
    .optional()
    .describe('The table of calls to decide; absent: the `test` blocks of the policy.'),
  defaults: DefaultsField.optional(),
  language: LanguageField,
});

/** What is known of a file of rows once it was read through. */
export interface ReadThrough {
  readonly row_count?: number;
  /** Where the parts of a CSV file begin, in bytes. */
  readonly row_slices?: readonly Slice[];
}
export type BatchInput = z.output<typeof BatchRequest> & ReadThrough;
export type CsvInput = z.output<typeof CsvField>;
