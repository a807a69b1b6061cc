import { artefactOf, input } from '@ostiary/plugin-api';
import { LanguageField } from '@ostiary/policy-modes';
import { z } from 'zod';

const MAX_CHARACTERS = 2 * 1024 * 1024;
const MAX_ROWS = 100_000;

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))]);

/** A table: the text of CSV, rows of JSON with the same names, or a file of either. */
const tableOf = (purpose: string, what: string) =>
  z
    .union([
      input(purpose),
      z.string().min(1).max(MAX_CHARACTERS),
      z
        .array(z.record(z.string().max(200), Cell))
        .min(1)
        .max(MAX_ROWS),
    ])
    .describe(`${what} Inline as CSV or as JSON rows with the same column names, or as a file of either.`);

const Seconds = z
  .number()
  .positive()
  .max(3_600)
  .optional()
  .describe(
    'After this many seconds no new work starts. What is still open can be resumed. If absent, or longer than the profile allows, the time of the profile applies.',
  );

const ForestOptions = z
  .strictObject({
    nodes: z
      .int()
      .min(1)
      .max(100_000_000)
      .default(200_000)
      .describe('The most boxes that the search visits for each question. The same request gives the same bytes.'),
    seconds: Seconds,
    certificates: z.boolean().default(true).describe('Whether to write certificates for `ostiary forest verify`.'),
  })
  .meta({ id: 'ForestOptions', description: 'How much each question may cost, and whether certificates are written.' });

export type ForestOptionsInput = z.output<typeof ForestOptions>;

const Model = input('model').describe('The model: an ONNX tree ensemble, XGBoost JSON or LightGBM text.');

const shared = {
  model: Model,
  schema: tableOf('property_table', 'The schema: what each feature can be.').optional(),
  language: LanguageField,
};

/** What an earlier job of the mode left. It is believed, so it is never what a caller wrote: an artefact, and no upload. */
const resumeOf = (mode: string) =>
  artefactOf({ mode, kind: 'resume' })
    .optional()
    .describe(
      'The artefact `resume` of an earlier job with the same inputs. What that job settled is kept, and the search continues with what it left open.',
    );

export const ForestRequest = z.strictObject({
  ...shared,
  properties: tableOf('property_table', 'The properties, one in each row.'),
  records: tableOf('records', 'The records for rows with `@records`.').optional(),
  compare_model: Model.optional().describe('The other version of the model, for `same_as_model` and `drift`.'),
  options: ForestOptions.prefault({}).describe(
    'How much each question may cost, and whether certificates are written.',
  ),
  resume: resumeOf('forest'),
});

export type ForestInput = z.output<typeof ForestRequest>;

const EnumerationOptions = z
  .strictObject({
    nodes: z
      .int()
      .min(1)
      .max(100_000_000)
      .default(1_000_000)
      .describe('The most boxes that the search visits for each record.'),
    boxes: z
      .int()
      .min(1)
      .max(100_000)
      .default(10_000)
      .describe('The most boxes to find around each record, nearest first.'),
    seconds: Seconds,
  })
  .meta({ id: 'ForestEnumerationOptions', description: 'How much an enumeration may cost.' });

export const EnumerationRequest = z.strictObject({
  ...shared,
  records: tableOf('records', 'The records to search around. A column `radius` says how far.'),
  radius: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      'How much each feature may change, written as `epsilon` in a table: `*=0.05`, `income=500;dti=2%`. If absent, each record gives its own radius.',
    ),
  vary: z
    .string()
    .max(10_000)
    .default('')
    .describe('The features that may change, separated by `;`. If absent, all that have a radius.'),
  output: z.string().max(1_000).default('label').describe('The output to check, written as in a table of properties.'),
  expect: z
    .string()
    .max(1_000)
    .default('')
    .describe('What must hold, written as in a table of properties. If absent, the answer of the record must stay.'),
  options: EnumerationOptions.prefault({}).describe('How much an enumeration may cost.'),
  resume: resumeOf('forest_enumeration'),
});

export type EnumerationInput = z.output<typeof EnumerationRequest>;
