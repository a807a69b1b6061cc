/** What a run keeps of one question for the next: its answer so far, what proves it, and where it is to go on. See docs/adr/0167. */
import { z } from 'zod';
import { VERDICTS } from '../judge/index.js';
import { type FeatureFact, fromBits, type Value, type Vocabulary } from '../table/index.js';
import type { LoweredModel } from './model.js';
import type { CaseResult, Certified, LeftOpen, ShownInput, Witness } from './result.js';
import { shownInput } from './shown.js';

const Bound = z.number().nullable();

/** A value by its bits, a text, or null for a text that is missing. */
const Stored = z.union([
  z.string().regex(/^(?:[\da-f]{8}|[\da-f]{16})$/),
  z.strictObject({ text: z.string() }),
  z.null(),
]);

/** A question in `resume.json`. What can be worked out again is not in it: scores, decimals, the record. */
export const CaseState = z.strictObject({
  row: z.int().min(0),
  record: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  reason: z.strictObject({ en: z.string(), pt: z.string() }).nullable(),
  bounds: z.strictObject({ at_least: Bound, at_most: Bound }).nullable(),
  witness: z
    .strictObject({
      inputs: z.array(z.strictObject({ model: z.enum(['model', 'compare_model']), values: z.array(Stored) })),
      changed: z.array(z.string()),
      distance: Bound,
    })
    .nullable(),
  nodes: z.int().min(0),
  tie: z.boolean(),
  proofs: z.array(z.strictObject({ question: z.string(), bound: Bound.optional(), certificate: z.base64() })),
  open: z.array(z.strictObject({ question: z.string(), resume: z.base64(), nodes: z.int().min(0) })),
  settled: z.array(z.string()),
});

export type CaseState = z.output<typeof CaseState>;

/**
 * What is kept of a question; null where there is nothing to keep: it was not begun, or is asked again in no time.
 * @param left what is open of it; null where it is settled
 */
export function caseState(
  { row, record, verdict, reason, bounds, witness, nodes, tie }: CaseResult,
  certificates: readonly Certified[],
  left: LeftOpen | null,
): CaseState | null {
  const open = left?.open ?? [];
  // An error of ours is no answer, what is wrong with a row is seen at once, and what no search decides is said again.
  if (verdict === 'internal_error' || verdict === 'input_error' || (verdict === 'undecided' && open.length === 0))
    return null;
  return {
    row,
    record,
    verdict,
    reason,
    bounds,
    witness: witness && {
      inputs: witness.inputs.map(({ model, values }) => ({
        model,
        values: values.map(({ value, bits }) => bits ?? (value === null ? null : { text: value })),
      })),
      changed: [...witness.changed],
      distance: witness.distance,
    },
    nodes,
    tie,
    proofs: certificates.map(({ question, bytes, bound }) => ({
      question,
      ...(bound !== undefined && { bound: Number.isFinite(bound) ? bound : null }),
      certificate: Buffer.from(bytes).toString('base64'),
    })),
    open: [...open],
    settled: [...(left?.settled ?? [])],
  };
}

interface Models {
  readonly model: LoweredModel;
  readonly compare: LoweredModel | null;
  readonly vocabulary: Vocabulary;
}

/**
 * The answer that was kept, as this run says it: inputs are scored anew.
 * @throws Error for what does not fit the models
 */
export function restored(
  { model, compare, vocabulary: { features } }: Models,
  from: ShownInput | null,
  { row, record, verdict, reason, bounds, witness, nodes, tie, proofs }: CaseState,
): { readonly result: CaseResult; readonly certificates: readonly Certified[] } {
  const shown: Witness | null = witness && {
    inputs: witness.inputs.map((input) => {
      const asked = input.model === 'model' ? model : compare;
      if (asked === null || input.values.length !== features.length) throw new TypeError('no input of these models');
      const values = features.map((feature, at) => valueOf(input.values[at] ?? null, feature));
      return shownInput(values, asked.score(values), features, asked.cells.summation.scores, input.model);
    }),
    changed: witness.changed,
    distance: witness.distance,
    replay: 'not_replayed',
  };
  const certificates = proofs.map(({ question, bound, certificate }) => ({
    row,
    record,
    question,
    bytes: new Uint8Array(Buffer.from(certificate, 'base64')),
    ...(bound !== undefined && { bound: bound ?? Number.POSITIVE_INFINITY }),
  }));
  const questions = certificates.map(({ question }) => question);
  return {
    result: { row, record, from, verdict, reason, bounds, witness: shown, nodes, tie, certificates: questions },
    certificates,
  };
}

function valueOf(stored: z.output<typeof Stored>, { precision }: FeatureFact): Value {
  if (precision !== 'text') {
    if (typeof stored !== 'string') throw new TypeError('a number is kept by its bits');
    return fromBits(stored, precision);
  }
  if (typeof stored === 'string') throw new TypeError('a text is not kept by bits');
  return stored === null ? null : stored.text;
}
