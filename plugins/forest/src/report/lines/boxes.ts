import { type Language, say } from '@ostiary/report';
import { type Box, type BoxSide, quotient, type RecordFacts, type RecordState } from '../../audit/index.js';
import { textsOf } from '../show/value.js';
import { csvCells, extraColumns } from './csv.js';
import { labelCells } from './cases.js';
import { scoresCell } from './scores.js';

/** Columns of `boxes.csv`: a line for each side of each box, so that a file has the same columns whatever features a model has. */
export const BOX_COLUMNS = [
  'record_id',
  'box',
  'feature',
  'low',
  'high',
  'low_bits',
  'high_bits',
  'missing',
  'texts',
  'points',
  'distance',
  'score_at_least',
  'score_at_most',
  'label',
  'scores',
  'records_hit',
] as const;

/**
 * The lines of a box.
 * @param number of the box among those of its record, from 1
 */
export function boxText(record: string, box: Box, number: number): string {
  const [head, tail] = [csvCells([record, number]), csvCells(toldCells(box))];
  return box.sides.map((side) => `${head},${sideText(side)},${tail}\r\n`).join('');
}

/** Texts of sides: boxes may share them. */
const sideTexts = new WeakMap<BoxSide, string>();

function sideText(side: BoxSide): string {
  const text = sideTexts.get(side) ?? csvCells(sideCells(side));
  sideTexts.set(side, text);
  return text;
}

/** From the feature to the texts. */
export const sideCells = ({
  feature,
  low,
  high,
  low_bits: lowBits,
  high_bits: highBits,
  missing,
  texts,
  others,
}: BoxSide): (string | number | null)[] => [
  feature,
  low === null ? null : Number(low),
  high === null ? null : Number(high),
  lowBits,
  highBits,
  missing ? 'yes' : '',
  texts === null ? null : textsOf({ texts, others }),
];

/** What is told of a box as a whole, from its points on. */
const toldCells = (box: Box): (string | number | null)[] => [
  box.points,
  box.distance,
  box.score?.at_least ?? null,
  box.score?.at_most ?? null,
  box.label === null ? null : String(box.label),
  scoresCell(box.scores),
  box.records_hit,
];

const SUMMARY_COLUMNS = [
  'record_id',
  'status',
  'boxes',
  'points',
  'region_points',
  'share',
  'nearest',
  'complete_below',
  'nodes',
  'reason',
  'weight',
  'label',
  'expected_label',
  'as_expected',
] as const;

/** Columns of `summary.csv`: a line for each record. Those of the records that mean nothing stand last. */
export const summaryColumns = (records: readonly Pick<RecordFacts, 'extra'>[]): string[] => [
  ...SUMMARY_COLUMNS,
  ...extraColumns(records),
];

/** A record, what lies around it and what is told of it. */
export type ToldRecord = RecordState & RecordFacts;

export const summaryCells = (record: ToldRecord, language: Language): (string | number | null)[] => [
  record.record,
  record.status,
  record.boxes,
  record.points,
  record.region_points,
  shareOf(record),
  record.nearest,
  record.complete_below,
  record.nodes,
  record.reason === null ? null : say(record.reason, language),
  record.weight,
  ...labelCells(record),
  ...Object.values(record.extra),
];

/** The inputs that violate by all inputs that were looked at; null where there is none of these. */
export function shareOf({
  points,
  region_points: whole,
}: Pick<RecordState, 'points' | 'region_points'>): number | null {
  return quotient(BigInt(points), BigInt(whole));
}

/** A record as the answer of the service has it. */
export const enumeratedJson = (record: ToldRecord, language: Language): object => ({
  record: record.record,
  label: record.label,
  expected_label: record.expected_label,
  as_expected: record.as_expected,
  weight: record.weight,
  status: record.status,
  reason: record.reason === null ? null : say(record.reason, language),
  boxes: record.boxes,
  points: record.points,
  region_points: record.region_points,
  share: shareOf(record),
  nearest: record.nearest,
  complete_below: record.complete_below,
  nodes: record.nodes,
});
