import { type Language, say } from '@ostiary/report';
import {
  asExpected,
  type CaseResult,
  type Certified,
  type RecordFacts,
  type RowResult,
  type ShownInput,
} from '../../audit/index.js';
import type { RecordRow } from '../../table/index.js';
import { valueText } from '../show/value.js';
import { extraColumns } from './csv.js';
import { scoresCell } from './scores.js';

/** What a line says of its row. */
type RowNames = Pick<RowResult, 'id' | 'kind' | 'severity' | 'extra'>;
/** What a line says of its record; null where the row is about a region. */
type RecordNames = Pick<RecordRow, 'expectedLabel' | 'weight'> | null;

const CASE_COLUMNS = [
  'id',
  'kind',
  'severity',
  'record_id',
  'verdict',
  'at_least',
  'at_most',
  'distance',
  'changes',
  'label',
  'scores',
  'replay',
  'numeric_tie',
  'nodes',
  'reason',
  'weight',
  'record_label',
  'expected_label',
  'as_expected',
] as const;

/** Columns of `results.csv`: a line for each question. Those of the table that mean nothing stand last. */
export const caseColumns = (rows: readonly Pick<RowNames, 'extra'>[]): string[] => [
  ...CASE_COLUMNS,
  ...extraColumns(rows),
];

/** A question as a line of CSV. `changes` says of each feature that differs what it was and what it becomes. */
export function caseCells(
  result: CaseResult,
  row: RowNames,
  about: RecordNames,
  language: Language,
): (string | number | null)[] {
  const { record, from, verdict, bounds, witness, nodes, reason, tie } = result;
  const shown = witness?.inputs[0];
  return [
    row.id,
    row.kind,
    row.severity,
    record,
    verdict,
    bounds?.at_least ?? null,
    bounds?.at_most ?? null,
    witness?.distance ?? null,
    changesOf(result)
      .map((own) => `${own.feature}: ${own.from} > ${own.to}`)
      .join('; '),
    shown === undefined || shown.label === null ? null : String(shown.label),
    shown === undefined ? null : scoresCell(shown.scores),
    witness?.replay ?? null,
    tie ? 'yes' : '',
    nodes,
    reason === null ? null : say(reason, language),
    about?.weight ?? null,
    ...labelCells(expectationOf(from, about)),
    ...Object.values(row.extra),
  ];
}

type Expectation = Pick<RecordFacts, 'label' | 'expected_label' | 'as_expected'>;

function expectationOf(from: ShownInput | null, about: RecordNames): Expectation {
  const label = from?.label ?? null;
  const expected = about?.expectedLabel ?? null;
  return { label, expected_label: expected, as_expected: asExpected(label, expected) };
}

/** The model's label of a record, the expected one, and whether they are the same. */
export const labelCells = ({ label, expected_label: expected, as_expected: same }: Expectation): (string | null)[] => [
  label === null ? null : String(label),
  expected,
  same === null ? null : same ? 'yes' : 'no',
];

/** The two inputs that a witness compares: two of one model, else the record and what becomes of it; null without two. */
export function comparedOf({ from, witness }: Pick<CaseResult, 'from' | 'witness'>): {
  readonly before: ShownInput;
  readonly after: ShownInput;
  /** Neither is the record. */
  readonly pair: boolean;
} | null {
  const [first, second] = witness?.inputs ?? [];
  if (first === undefined) return null;
  if (second !== undefined && (from === null || second.model === first.model))
    return { before: first, after: second, pair: true };
  return from === null ? null : { before: from, after: first, pair: false };
}

/** What a witness changes: from the record, or from the first input to the second. */
export function changesOf({ from, witness }: Pick<CaseResult, 'from' | 'witness'>): {
  readonly feature: string;
  readonly unit: string | undefined;
  readonly from: string;
  readonly to: string;
}[] {
  const compared = comparedOf({ from, witness });
  if (compared === null || witness === null) return [];
  const { before, after } = compared;
  const changed = new Set(witness.changed);
  return before.values.flatMap((own, at) => {
    const then = after.values[at];
    return changed.has(own.feature) && then !== undefined
      ? [{ feature: own.feature, unit: own.unit, from: valueText(own), to: valueText(then) }]
      : [];
  });
}

/** A question as a line of `results.jsonl`: all of what came of it. */
export function caseJson(result: CaseResult, { id, kind, severity, extra }: RowNames, about: RecordNames): object {
  const { expected_label, as_expected } = expectationOf(result.from, about);
  return { id, kind, severity, extra, ...result, weight: about?.weight ?? null, expected_label, as_expected };
}

/** A proof as a line of `certificates.jsonl`. */
export const certificateJson = ({ record, question, bytes, bound }: Certified, id: string): object => ({
  id,
  record,
  question,
  // JSON has no Infinity: nothing is near at all.
  ...(bound !== undefined && { bound: Number.isFinite(bound) ? bound : null }),
  certificate: Buffer.from(bytes).toString('base64'),
});
