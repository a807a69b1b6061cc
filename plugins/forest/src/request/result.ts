import { z } from 'zod';
import { VERDICTS } from '../judge/index.js';
import { SEVERITIES } from '../table/index.js';

const ForestVerdict = z.enum(VERDICTS).meta({
  id: 'ForestVerdict',
  description:
    '`internal_error`: an error of the service itself, not a finding about the model. `violated`: an input violates the property; for `recourse`, it is proved that no allowed change leads to what is expected. `undecided`: the search did not settle it, usually because its budget ended. `unsupported`: this cannot be asked of this model. `input_error`: the row or the record is wrong. `vacuous`: the region holds no input, or no record meets the conditions. `proved`: the property holds.',
});

const Count = z.int().min(0);
const Number_ = z.number().nullable();

const ShownValue = z
  .strictObject({
    feature: z.string().describe('The name of the feature.'),
    unit: z.string().optional().describe('The unit of the value. Absent if the schema gives none.'),
    value: z
      .string()
      .nullable()
      .describe('A decimal that reads back as the same number, or a text. Null if the value is missing.'),
    bits: z.string().nullable().describe('The bits of the number as the model gets it, in hexadecimal. Null for text.'),
  })
  .meta({ id: 'ForestValue', description: 'The value of one feature in an input.' });

const ShownInput = z
  .strictObject({
    model: z
      .enum(['model', 'compare_model'])
      .meta({ id: 'ForestModelName', description: 'The model that got this input.' }),
    values: z.array(ShownValue).describe('A value for each feature.'),
    label: z
      .union([z.string(), z.number()])
      .nullable()
      .describe('The label that the model gives. Null for a regression.'),
    scores: z.array(Number_).describe('The scores that the model gives.'),
    score_bits: z.array(z.string()).describe('The bits of the scores, in hexadecimal.'),
  })
  .meta({ id: 'ForestShownInput', description: 'An input, with the answer of the model.' });

const Bounds = z
  .strictObject({
    at_least: Number_.describe('The number is at least this. Null if no lower bound is known.'),
    at_most: Number_.describe('The number is at most this. Null if no upper bound is known.'),
  })
  .meta({ id: 'ForestBounds', description: 'Proved bounds of a number.' });

const Witness = z
  .strictObject({
    inputs: z.array(ShownInput).describe('One input, the two inputs of a pair, or the two ends of a range.'),
    changed: z.array(z.string()).describe('The features that differ from the record, or between the two inputs.'),
    distance: Number_.describe('The distance from the record. Null if there is none.'),
    replay: z
      .enum(['same', 'same_label', 'same_sums', 'numeric_tie', 'not_replayed'])
      .meta({
        id: 'ForestReplay',
        description:
          '`same`: onnxruntime gives the same bits alone, in a batch and with several threads. `same_label`: it gives the same bits with one thread; another order of additions gives other bits but the same answer. `same_sums`: the model is not ONNX, and onnxruntime adds its trees up to the same bits. `numeric_tie`: another order of additions gives another answer. `not_replayed`: nothing was replayed.',
      })
      .describe('What the replay showed.'),
  })
  .meta({ id: 'ForestWitness', description: 'Inputs that show a verdict.' });

const Counts = z
  .strictObject(
    Object.fromEntries(VERDICTS.map((verdict) => [verdict, Count.describe('The number with this verdict.')])) as Record<
      (typeof VERDICTS)[number],
      typeof Count
    >,
  )
  .meta({ id: 'ForestVerdictCounts', description: 'How many got each verdict.' });

const Share = z.number().min(0).max(1).describe('The share with this verdict, from 0 to 1.');

const Shares = z
  .strictObject(
    Object.fromEntries(VERDICTS.map((verdict) => [verdict, Share])) as Record<(typeof VERDICTS)[number], typeof Share>,
  )
  .meta({ id: 'ForestVerdictShares', description: 'Which share of the weight got each verdict.' });

const RowProblem = z
  .strictObject({
    slug: z.string().describe('The name of the problem. It never changes.'),
    column: z.string().nullable().describe('The column of the table. Null if the whole row is meant.'),
    line: z.int().min(1).nullable().describe('The line of the text. Null for JSON.'),
    at: z.int().min(1).nullable().describe('The character of the line at which the cell begins. Null for JSON.'),
    pointer: z.string().nullable().describe('The place in JSON. Null for CSV.'),
    detail: z.string().describe('What is wrong.'),
  })
  .meta({ id: 'ForestRowProblem', description: 'One thing that is wrong with a row.' });

const ForestRow = z
  .strictObject({
    id: z.string().describe('The id of the row.'),
    line: z.int().min(1).nullable().describe('The line of the row in the table. Null for JSON.'),
    kind: z.string().describe('The kind of property.'),
    title: z.string().describe('The title from the table.'),
    severity: z.enum(SEVERITIES).meta({ id: 'ForestSeverity', description: 'How severe a violation of the row is.' }),
    note: z.string().describe('The note from the table.'),
    extra: z
      .record(z.string(), z.string())
      .describe('The cells of the columns that the table does not know, by name, as they were written.'),
    verdict: ForestVerdict,
    reason: z.string().nullable().describe('The reason, if the verdict does not say it by itself.'),
    problems: z.array(RowProblem).describe('What is wrong with the row.'),
    records: Counts.nullable().describe('How many records got each verdict. Null if the row is about a region.'),
    weighted: Shares.nullable().describe(
      'The share of the weight of the records with each verdict. Null if all records weigh the same, or the row is about a region.',
    ),
    record: z.string().nullable().describe('The record that is shown. Null if there is none.'),
    bounds: Bounds.nullable().describe('Proved bounds of the number that the row asks for. Null if there are none.'),
    witness: Witness.nullable().describe('The inputs that show the verdict.'),
    numeric_tie: z.boolean().describe('Whether only another order of additions may violate the row.'),
    used: z.array(z.string()).describe('The conditions, with the exact numbers that were used.'),
    nodes: Count.describe(
      'The number of boxes that the search visited, including those of the jobs that this one continues.',
    ),
  })
  .meta({ id: 'ForestRow', description: 'The answer to one row of the table.' });

const ForestModelSummary = z
  .strictObject({
    format: z
      .enum(['onnx', 'xgboost', 'lightgbm'])
      .meta({ id: 'ForestFormat', description: 'The format of the file.' }),
    producer: z.string().nullable().describe('The tool that wrote the file, as the file names it.'),
    sha256: z.string().describe('The SHA-256 of the file.'),
    trees: Count.describe('The number of trees.'),
    nodes: Count.describe('The number of nodes in all trees.'),
    features: Count.describe('The number of features.'),
    labels: z
      .array(z.union([z.string(), z.number()]))
      .nullable()
      .describe('The labels of the model. Null for a regression.'),
  })
  .meta({ id: 'ForestModelSummary', description: 'The model, as it was read.' });

/** Told when a question goes on. */
export const RowBounds = z
  .strictObject({
    id: z.string().describe('The id of the row.'),
    record: z.string().nullable().describe('The record. Null if the row is about a region.'),
    nodes: Count.describe('The number of boxes that the search has visited so far.'),
    bounds: Bounds,
  })
  .meta({ id: 'ForestRowBounds', description: 'How far the search has come with a question.' });

/** Told of each verdict that is violated, once it is replayed. */
export const FoundViolation = z
  .strictObject({
    id: z.string().describe('The id of the row.'),
    kind: z.string().describe('The kind of property.'),
    severity: z.enum(SEVERITIES).meta({ id: 'ForestSeverity', description: 'How severe a violation of the row is.' }),
    record: z.string().nullable().describe('The record. Null if the row is about a region.'),
    changed: z.array(z.string()).describe('The features that differ.'),
  })
  .meta({ id: 'ForestFound', description: 'A violated row. It is announced after its witness was replayed.' });

export const ForestResult = z
  .strictObject({
    rows: z.array(ForestRow).describe('The rows, in the order of the table.'),
    row_counts: Counts,
    model: ForestModelSummary,
    compare_model: ForestModelSummary.nullable().describe('The other model. Null if there is none.'),
    records: Count.describe('The number of records in the request.'),
    compared: Count.describe(
      'The number of records of which both labels are known: that of the model and the expected one.',
    ),
    unexpected: Count.describe('The number of records whose label is not the expected one.'),
    unexpected_share: Number_.describe(
      'The share of their weight in the weight of the compared records. Null if these all weigh the same.',
    ),
    runtime: z.string().nullable().describe('The runtime that replayed the witnesses. Null if there were none.'),
    engine: z.string().describe('The version of the search.'),
    open: Count.describe(
      'The number of questions that are still open, including those where only a bound is. If it is above 0, the job has the artefact `resume`, and a request that names it continues with them.',
    ),
  })
  .meta({ id: 'ForestResult', description: 'The answers to a table of properties.' });

export type ForestOutput = z.output<typeof ForestResult>;

const EnumeratedRecord = z
  .strictObject({
    record: z.string().describe('The id of the record.'),
    label: z
      .union([z.string(), z.number()])
      .nullable()
      .describe('The label that the model gives the record. Null for a regression, or if the record is wrong.'),
    expected_label: z.string().nullable().describe('The label that the record expects. Null if it names none.'),
    as_expected: z
      .boolean()
      .nullable()
      .describe('Whether the model gives the expected label. Null if one of the two labels is null.'),
    weight: z
      .number()
      .min(0)
      .describe('For how many cases the record stands, as the file says. It has no effect on what is found.'),
    status: z.enum(['complete', 'partial', 'vacuous', 'input_error', 'unsupported', 'internal_error']).meta({
      id: 'ForestEnumerationStatus',
      description:
        '`complete`: all boxes were found. `partial`: only the nearest were found. `vacuous`: the region holds no input. `input_error`: the record is wrong. `unsupported`: this cannot be asked of this model. `internal_error`: an error of the service itself, not a finding about the model.',
    }),
    reason: z.string().nullable().describe('The reason, if the status does not say it by itself.'),
    boxes: Count.describe('The number of boxes that were found.'),
    points: z.string().describe('The number of inputs in these boxes, as a whole number.'),
    region_points: z.string().describe('The number of all inputs in the region, as a whole number.'),
    share: Number_.describe('`points` divided by `region_points`. Null if the region holds no input.'),
    nearest: Number_.describe('The distance of the nearest box. Null if there is none.'),
    complete_below: Number_.describe('Every violation nearer than this lies in a box. Null if all of them do.'),
    nodes: Count.describe(
      'The number of boxes that the search visited, including those of the jobs that this one continues.',
    ),
  })
  .meta({ id: 'ForestEnumeratedRecord', description: 'What lies around one record.' });

export const EnumerationResult = z
  .strictObject({
    records: z.array(EnumeratedRecord).describe('The records, in their order.'),
    model: ForestModelSummary,
    boxes: Count.describe('The number of boxes around all records.'),
    found_share: Number_.describe(
      'The share of the weight of the records with a box around them. Null if all records weigh the same.',
    ),
    compared: Count.describe(
      'The number of records of which both labels are known: that of the model and the expected one.',
    ),
    unexpected: Count.describe('The number of records whose label is not the expected one.'),
    unexpected_share: Number_.describe(
      'The share of their weight in the weight of the compared records. Null if these all weigh the same.',
    ),
    engine: z.string().describe('The version of the search.'),
    open: Count.describe(
      'The number of records that are still open. If it is above 0, the job has the artefact `resume`, and a request that names it continues with them.',
    ),
  })
  .meta({ id: 'ForestEnumeration', description: 'The violating inputs around records, as boxes.' });

export type EnumerationOutput = z.output<typeof EnumerationResult>;
