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
    .describe(`${what} Inline as CSV or as rows of JSON with the same names, or a file of either.`);

const Seconds = z
  .number()
  .positive()
  .max(3_600)
  .optional()
  .describe(
    'When so much time has passed nothing more is begun; what is open can be resumed. Absent, or more than that: what the profile leaves.',
  );

const ForestOptions = z
  .strictObject({
    nodes: z
      .int()
      .min(1)
      .max(100_000_000)
      .default(200_000)
      .describe('Boxes that the search looks at for each question, at most: the same request gives the same bytes.'),
    seconds: Seconds,
    certificates: z.boolean().default(true).describe('Whether proofs are written, for `ostiary forest verify`.'),
  })
  .meta({ id: 'ForestOptions', description: 'What questions may cost, and what is written.' });

export type ForestOptionsInput = z.output<typeof ForestOptions>;

const Model = input('model').describe('The model: ONNX with tree ensembles, XGBoost JSON or LightGBM text.');

const shared = {
  model: Model,
  schema: tableOf('property_table', 'What is known of the features.').optional(),
  language: LanguageField,
};

/** What an earlier job of the mode left. It is believed, so it is never what a caller wrote: an artefact, and no upload. */
const resumeOf = (mode: string) =>
  artefactOf({ mode, kind: 'resume' })
    .optional()
    .describe(
      'The artefact `resume` of an earlier job with the same inputs: what it settled is taken, and what it left open is gone on with.',
    );

export const ForestRequest = z.strictObject({
  ...shared,
  properties: tableOf('property_table', 'The properties, one a row.'),
  records: tableOf('records', 'Records that rows with `@records` are about.').optional(),
  compare_model: Model.optional().describe('The other version, for `same_as_model` and `drift`.'),
  options: ForestOptions.prefault({}).describe('What questions may cost, and what is written.'),
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
      .describe('Boxes that the search looks at for each record, at most.'),
    boxes: z
      .int()
      .min(1)
      .max(100_000)
      .default(10_000)
      .describe('Boxes that are written for each record, at most: the nearest.'),
    seconds: Seconds,
  })
  .meta({ id: 'ForestEnumerationOptions', description: 'What an enumeration may cost.' });

export const EnumerationRequest = z.strictObject({
  ...shared,
  records: tableOf('records', 'Records, each with the inputs around it; a column `radius` says how far.'),
  radius: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      'By how much features may change, as `epsilon` of a table: `*=0.05`, `income=500;dti=2%`; absent: each record says it.',
    ),
  vary: z
    .string()
    .max(10_000)
    .default('')
    .describe('Features that may change, `;` between them; absent: those with a radius.'),
  output: z.string().max(1_000).default('label').describe('What is looked at, as in a table of properties.'),
  expect: z
    .string()
    .max(1_000)
    .default('')
    .describe('What must hold, as in a table of properties; absent: the answer of the record itself.'),
  options: EnumerationOptions.prefault({}).describe('What an enumeration may cost.'),
  resume: resumeOf('forest_enumeration'),
});

export type EnumerationInput = z.output<typeof EnumerationRequest>;
