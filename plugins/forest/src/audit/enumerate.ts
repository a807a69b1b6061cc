/** All inputs around records that have another answer than they should, as boxes. */
import { surround, unsupportedBecause } from '../judge/index.js';
import { askAll, DamagedBytes, prepare, type ViolatingBoxes } from '../search/index.js';
import { CellFault, Names, type Property, type RecordRow, type Words } from '../table/index.js';
import { WitnessFalse } from '../witness/index.js';
import type { Audit } from './audit.js';
import { NO_BOXES } from './box.js';
import { BoxReader } from './box-reader.js';
import { boxScorer } from './box-scores.js';
import { checkBoxes } from './check-witness.js';
import type { EnumeratedRecord, KeptSearch, RecordState } from './record.js';
import type { EarlierRecord } from './record-state.js';
import type { ShownBounds } from './result.js';
import { DAMAGED, flawOf, TIME_OVER, wentWrong } from './told.js';
import { ToldBoxes } from './told-boxes.js';

export interface EnumerationBudget {
  readonly nodes: number;
  readonly boxes: number;
}

/** A budget that tells what is known. */
export const NOTHING_MORE: EnumerationBudget = { nodes: 0, boxes: 0 };

/** Values that are looked at for `records_hit` of one record's boxes, at most. */
const HITS = 20_000_000;

/** Boxes of one record of which the ends of the score are told: the nearest. */
const SCORED = 500;

/** In the order in which files tell it. */
const nothingOf = (record: string, status: RecordState['status'], reason: Words | null = null): EnumeratedRecord => ({
  record,
  status,
  reason,
  boxes: 0,
  points: '0',
  region_points: '0',
  nearest: null,
  complete_below: null,
  nodes: 0,
  list: NO_BOXES,
  kept: null,
});

/** A record for which there was no time: nothing is known of what lies around it. */
export const unbegunRecord = (record: string): EnumeratedRecord => ({
  ...nothingOf(record, 'partial', TIME_OVER),
  complete_below: 0,
});

/**
 * @param budget of this run
 * @param earlier what an earlier run came to
 */
export function enumerate(
  audit: Audit,
  property: Property,
  record: RecordRow,
  budget: EnumerationBudget,
  earlier: EarlierRecord | null,
): EnumeratedRecord {
  if (earlier?.kept === null) return { ...earlier.state, list: NO_BOXES, kept: null };
  const bare = (status: RecordState['status'], reason: Words | null) => nothingOf(record.id, status, reason);
  const flaw = flawOf(record);
  if (flaw !== null) return bare('input_error', flaw);
  try {
    const more = earlier?.kept.open === false ? NOTHING_MORE : budget;
    return { ...bare('complete', null), ...around(audit, property, record, more, earlier) };
  } catch (error) {
    // The names of a record's own radius are known to be wrong only here.
    if (error instanceof CellFault) return bare('input_error', error.words);
    // What is told again was held against what was asked before it was written.
    if (earlier !== null && error instanceof WitnessFalse) return bare('input_error', DAMAGED);
    try {
      return bare('unsupported', unsupportedBecause(error).words);
    } catch {
      const { status, reason } = wentWrong(error);
      return bare(status, reason);
    }
  }
}

function around(
  audit: Audit,
  property: Property,
  record: RecordRow,
  budget: EnumerationBudget,
  earlier: EarlierRecord | null,
): Pick<EnumeratedRecord, 'status'> & Partial<EnumeratedRecord> {
  const names = new Names(audit.vocabulary);
  const own = aroundRecord(property, record, names);
  const { subject, question } = surround({
    property: own,
    record: { ...record, ...audit.model.score(record.values) },
    model: { forest: audit.model.cells, finish: audit.model.finish },
    second: null,
    names,
  });
  const before = { nodes: 0, boxes: 0, ...earlier?.state };
  const kept = earlier?.kept ?? null;
  const answer = askAll(
    prepare(subject),
    { ...question, boxes: budget.boxes },
    { nodes: before.nodes + budget.nodes, ...(kept !== null && { resume: kept.search() }) },
  );
  if (answer.verdict === 'vacuous') return { status: 'vacuous' };
  const boxes = answer.boxes.length;
  const looks = boxes * audit.records.length * audit.vocabulary.features.length;
  const reader = new BoxReader(audit, own, record, subject.region.columns, looks <= HITS);
  const scores =
    kept !== null && answer.nodes === before.nodes && boxes === before.boxes
      ? scoresAgain(kept, boxes)
      : scoresOf(answer.boxes, boxScorer(subject, property.output, audit.model));
  const list = new ToldBoxes(answer.boxes, reader, scores);
  checkBoxes(audit, own, record, list, SCORED);
  const open = answer.verdict === 'partial';
  return {
    status: answer.verdict,
    boxes,
    points: String(answer.points),
    region_points: String(answer.regionPoints),
    nearest: list.distances[0] ?? null,
    complete_below: Number.isFinite(answer.completeBelow) ? answer.completeBelow : null,
    nodes: answer.nodes,
    list,
    // Of a record with nothing around it the state says all.
    kept: open || boxes > 0 ? { open, search: answer.resume, scores } : null,
  };
}

/** Of the nearest boxes; none where a score is not told. */
const scoresOf = (boxes: ViolatingBoxes, scorer: ReturnType<typeof boxScorer>): ShownBounds[] =>
  scorer === null
    ? []
    : Array.from({ length: Math.min(boxes.length, SCORED) }, (_, at) => boxes.at(at)).flatMap((box) =>
        box === undefined ? [] : [scorer(box)],
      );

function scoresAgain({ scores }: KeptSearch, boxes: number): KeptSearch['scores'] {
  if (scores.length > 0 && scores.length !== Math.min(boxes, SCORED))
    throw new DamagedBytes('there are other scores than boxes');
  return scores;
}

/** The radius and the free features that a record has of its own go before those of the request. */
function aroundRecord(property: Property, { radius, vary }: RecordRow, names: Names): Property {
  const columns = (name: string): readonly number[] => names.several(name).map(({ column }) => column);
  const { features } = names.vocabulary;
  const epsilon =
    radius === null
      ? property.epsilon
      : new Map(radius.flatMap(({ name, value }) => columns(name).map((at) => [at, value] as const)));
  const named = vary?.flatMap(columns) ?? (radius === null ? property.free : [...(epsilon ?? [])].map(([at]) => at));
  const free = [...new Set(named)].filter((at) => features[at]?.mutable !== 'no' && (epsilon?.get(at)?.value ?? 0) > 0);
  return { ...property, epsilon, free: free.toSorted((a, b) => a - b) };
}
