import { z } from 'zod';
import { VERDICTS } from '../judge/index.js';
import { SEVERITIES } from '../table/index.js';

const ForestVerdict = z.enum(VERDICTS).meta({
  id: 'ForestVerdict',
  description:
    'An error of the service itself, and no finding about the model; an input that violates was found and replayed; the budget ended before it was settled; it cannot be asked of this model; the row or the record is wrong; nothing is in the region; no input violates.',
});

const Count = z.int().min(0);
const Number_ = z.number().nullable();

const ShownValue = z
  .strictObject({
    feature: z.string().describe('Its name.'),
    value: z
      .string()
      .nullable()
      .describe('A decimal that reads back as the same number, or text; null: it is missing.'),
    bits: z.string().nullable().describe('Of the number as the model takes it, hexadecimal; null for text.'),
  })
  .meta({ id: 'ForestValue', description: 'A value of an input.' });

const ShownInput = z
  .strictObject({
    model: z.enum(['model', 'compare_model']).meta({ id: 'ForestModelName', description: 'Which model was given it.' }),
    values: z.array(ShownValue).describe('A value of each feature.'),
    label: z.union([z.string(), z.number()]).nullable().describe('What the model answers; null for a regression.'),
    scores: z.array(Number_).describe('Its scores.'),
    score_bits: z.array(z.string()).describe('Of the scores, hexadecimal.'),
  })
  .meta({ id: 'ForestShownInput', description: 'An input and what the model makes of it.' });

const Bounds = z
  .strictObject({
    at_least: Number_.describe('The number is not below this; null: nothing is known.'),
    at_most: Number_.describe('The number is not above this; null: nothing is known.'),
  })
  .meta({ id: 'ForestBounds', description: 'Between what a number was proved to lie.' });

const Witness = z
  .strictObject({
    inputs: z.array(ShownInput).describe('One input, two of a property of pairs, or the two ends of a range.'),
    changed: z.array(z.string()).describe('Features that differ from the record, or between the two inputs.'),
    distance: Number_.describe('From the record; null where there is none.'),
    replay: z
      .enum(['same', 'same_label', 'same_sums', 'numeric_tie', 'not_replayed'])
      .meta({
        id: 'ForestReplay',
        description:
          'onnxruntime gives the same bits alone, in a batch and with several threads; the same bits with one thread, and another order of additions gives other bits and the same answer; the model is not ONNX, and onnxruntime adds up to the same bits; another order gives another answer; nothing was replayed.',
      })
      .describe('What the runtime says.'),
  })
  .meta({ id: 'ForestWitness', description: 'Inputs that show a verdict.' });

const Counts = z
  .strictObject(
    Object.fromEntries(VERDICTS.map((verdict) => [verdict, Count.describe('So many.')])) as Record<
      (typeof VERDICTS)[number],
      typeof Count
    >,
  )
  .meta({ id: 'ForestVerdictCounts', description: 'How many came to each verdict.' });

const RowProblem = z
  .strictObject({
    slug: z.string().describe('A word that never changes.'),
    column: z.string().nullable().describe('The column of the table; null: the row.'),
    line: z.int().min(1).nullable().describe('The line of the text; null for JSON.'),
    at: z.int().min(1).nullable().describe('The character of the line at which the cell begins; null for JSON.'),
    pointer: z.string().nullable().describe('The place in JSON; null for CSV.'),
    detail: z.string().describe('What is wrong.'),
  })
  .meta({ id: 'ForestRowProblem', description: 'What is wrong with a row.' });

const ForestRow = z
  .strictObject({
    id: z.string().describe('The id that the table gives it.'),
    line: z.int().min(1).nullable().describe('Its line in the table; null for JSON.'),
    kind: z.string().describe('The kind of property.'),
    title: z.string().describe('As in the table.'),
    severity: z.enum(SEVERITIES).meta({ id: 'ForestSeverity', description: 'How grave it is.' }),
    note: z.string().describe('As in the table.'),
    verdict: ForestVerdict,
    reason: z.string().nullable().describe('Why, where the verdict does not say it.'),
    problems: z.array(RowProblem).describe('What is wrong with the row.'),
    records: Counts.nullable().describe('Of a row about records: how many came to what.'),
    record: z.string().nullable().describe('The record that is shown; null where the row is about a region.'),
    bounds: Bounds.nullable().describe('What the number that the row is about was proved to be.'),
    witness: Witness.nullable().describe('Inputs that show the verdict.'),
    numeric_tie: z.boolean().describe('Only another order of additions may violate.'),
    used: z.array(z.string()).describe('Conditions with the exact numbers that were used.'),
    nodes: Count.describe('Boxes that the search looked at, in all jobs that were gone on with.'),
  })
  .meta({ id: 'ForestRow', description: 'What a row of the table came to.' });

const ForestModelSummary = z
  .strictObject({
    format: z.enum(['onnx', 'xgboost', 'lightgbm']).meta({ id: 'ForestFormat', description: 'What the file was.' }),
    producer: z.string().nullable().describe('What wrote it, by its own word.'),
    sha256: z.string().describe('Of the file.'),
    trees: Count.describe('Trees.'),
    nodes: Count.describe('Nodes of all trees.'),
    features: Count.describe('Features.'),
    labels: z
      .array(z.union([z.string(), z.number()]))
      .nullable()
      .describe('Its labels; null for a regression.'),
  })
  .meta({ id: 'ForestModelSummary', description: 'A model as it was read.' });

/** Told when a question goes on. */
export const RowBounds = z
  .strictObject({
    id: z.string().describe('The row.'),
    record: z.string().nullable().describe('The record; null where the row is about a region.'),
    nodes: Count.describe('Boxes that the search looked at so far.'),
    bounds: Bounds,
  })
  .meta({ id: 'ForestRowBounds', description: 'How far a question has come.' });

/** Told of each verdict that is violated, once it is replayed. */
export const FoundViolation = z
  .strictObject({
    id: z.string().describe('The row.'),
    kind: z.string().describe('The kind of property.'),
    severity: z.enum(SEVERITIES).meta({ id: 'ForestSeverity', description: 'How grave it is.' }),
    record: z.string().nullable().describe('The record; null where the row is about a region.'),
    changed: z.array(z.string()).describe('Features that differ.'),
  })
  .meta({ id: 'ForestFound', description: 'A row that is violated, with a witness that was replayed.' });

export const ForestResult = z
  .strictObject({
    rows: z.array(ForestRow).describe('In the order of the table.'),
    row_counts: Counts,
    model: ForestModelSummary,
    compare_model: ForestModelSummary.nullable().describe('Null where there is none.'),
    records: Count.describe('Records that were sent.'),
    runtime: z.string().nullable().describe('What witnesses were replayed in; null where there were none.'),
    engine: z.string().describe('Version of the search.'),
    open: Count.describe(
      'Questions that are open, also where only a bound is. Above 0 the job has the artefact `resume`: a request that names it goes on with them.',
    ),
  })
  .meta({ id: 'ForestResult', description: 'What came of a table of properties.' });

export type ForestOutput = z.output<typeof ForestResult>;

const EnumeratedRecord = z
  .strictObject({
    record: z.string().describe('Its id.'),
    status: z.enum(['complete', 'partial', 'vacuous', 'input_error', 'unsupported', 'internal_error']).meta({
      id: 'ForestEnumerationStatus',
      description:
        'All boxes; the nearest ones; nothing is in the region; the record is wrong; it cannot be asked; an error of the service itself, and no finding about the model.',
    }),
    reason: z.string().nullable().describe('Why, where the status does not say it.'),
    boxes: Count.describe('Boxes that were found.'),
    points: z.string().describe('Inputs in them: a whole number.'),
    region_points: z.string().describe('Inputs that were looked at: a whole number.'),
    share: Number_.describe('The one by the other.'),
    nearest: Number_.describe('Distance of the nearest; null where there is none.'),
    complete_below: Number_.describe('Every violation nearer than this is in a box; null: all are.'),
    nodes: Count.describe('Boxes that the search looked at, in all jobs that were gone on with.'),
  })
  .meta({ id: 'ForestEnumeratedRecord', description: 'What is around a record.' });

export const EnumerationResult = z
  .strictObject({
    records: z.array(EnumeratedRecord).describe('In the order of the records.'),
    model: ForestModelSummary,
    boxes: Count.describe('Boxes of all records.'),
    engine: z.string().describe('Version of the search.'),
    open: Count.describe(
      'Records that are open. Above 0 the job has the artefact `resume`: a request that names it goes on with them.',
    ),
  })
  .meta({ id: 'ForestEnumeration', description: 'All inputs around records that violate, as boxes.' });

export type EnumerationOutput = z.output<typeof EnumerationResult>;
