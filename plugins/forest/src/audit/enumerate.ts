/** All inputs around records that have another answer than they should, as boxes. */
import { placeOf, surround, unsupportedBecause } from '../judge/index.js';
import { askAll, type ColumnRegion, prepare, type ViolatingBox } from '../search/index.js';
import {
  bitsOf,
  CellFault,
  decimal,
  type FeatureFact,
  gridOf,
  Names,
  nextDown,
  nextUp,
  type Property,
  type RecordRow,
  type Value,
  type Words,
} from '../table/index.js';
import type { Audit } from './audit.js';
import { boxScorer } from './box-scores.js';
import { checkBoxes } from './check-witness.js';
import { otherText } from './shown.js';
import { TIME_OVER } from './told.js';
import type { ShownBounds } from './result.js';
import { wentWrong } from './told.js';

/** What a feature may be in a box: from one number to another, both included. */
export interface BoxSide {
  readonly feature: string;
  /** Null, as all four, where it is missing in the whole box, and of a feature of texts. */
  readonly low: string | null;
  readonly high: string | null;
  readonly low_bits: string | null;
  readonly high_bits: string | null;
  /** Whether it may be missing. */
  readonly missing: boolean;
  /** Of a feature of texts those that it may be; else null. */
  readonly texts: readonly string[] | null;
  /** Of a feature of texts, whether it may also be any that the model does not tell from others. */
  readonly others: boolean;
}

/** Inputs that all have another answer; what no side names is as in the record. */
export interface Box {
  readonly sides: readonly BoxSide[];
  /** How many inputs: a whole number, which may be larger than a double can hold. */
  readonly points: string;
  /** The greatest share of its radius that a feature uses, of the nearest input. */
  readonly distance: number;
  /** Between what the score lies everywhere in the box; null where that is not told. */
  readonly score: ShownBounds | null;
  /** What the model answers at the lower corner. */
  readonly label: string | number | null;
  readonly scores: readonly number[];
  /** Other records of the file that lie in it; null where they were not looked for. */
  readonly records_hit: number | null;
}

/** Where an enumeration is to go on. */
export interface EnumerationCursor {
  readonly resume: string;
  readonly nodes: number;
  /** Boxes and points that earlier runs gave, and the distance of the nearest of them. */
  readonly boxes: number;
  readonly points: string;
  readonly nearest: number | null;
}

export interface EnumeratedRecord {
  readonly record: string;
  readonly status: 'complete' | 'partial' | 'vacuous' | 'input_error' | 'unsupported' | 'internal_error';
  readonly reason: Words | null;
  /** In all runs together; `list` has those of this one. */
  readonly boxes: number;
  readonly points: string;
  readonly region_points: string;
  readonly nearest: number | null;
  /** Every violation nearer than this lies in a box; null: all do. */
  readonly complete_below: number | null;
  /** In all runs together. */
  readonly nodes: number;
  readonly list: readonly Box[];
  readonly open: EnumerationCursor | null;
}

export interface EnumerationBudget {
  readonly nodes: number;
  readonly boxes: number;
}

/** Values that are looked at for `records_hit` of one record's boxes, at most. */
const HITS = 20_000_000;

/** Boxes of one run and record of which the ends of the score are told: the nearest. */
const SCORED = 500;

const NOTHING = {
  reason: null,
  boxes: 0,
  points: '0',
  region_points: '0',
  nearest: null,
  complete_below: null,
  nodes: 0,
  list: [],
  open: null,
};

/** A record for which there was no time: nothing is known of what lies around it. */
export const unbegunRecord = (record: string): EnumeratedRecord => ({
  ...NOTHING,
  record,
  status: 'partial',
  reason: TIME_OVER,
  complete_below: 0,
});

/** @param open what an earlier run left open of this record */
export function enumerate(
  audit: Audit,
  property: Property,
  record: RecordRow,
  budget: EnumerationBudget,
  open: EnumerationCursor | null,
): EnumeratedRecord {
  const bare = { ...NOTHING, record: record.id };
  const [flaw] = record.flaws;
  if (flaw !== undefined) return { ...bare, status: 'input_error', reason: flaw.words };
  const names = new Names(audit.vocabulary);
  try {
    const own = aroundRecord(property, record, names);
    const { subject, question } = surround({
      property: own,
      record: { ...record, ...audit.model.score(record.values) },
      model: { forest: audit.model.cells, finish: audit.model.finish },
      second: null,
      names,
    });
    const before = open === null ? 0 : open.nodes;
    const answer = askAll(
      prepare(subject),
      { ...question, boxes: budget.boxes },
      {
        nodes: before + budget.nodes,
        ...(open !== null && { resume: new Uint8Array(Buffer.from(open.resume, 'base64')) }),
      },
    );
    if (answer.verdict === 'vacuous') return { ...bare, status: 'vacuous' };
    const looks = answer.boxes.length * audit.records.length * audit.vocabulary.features.length;
    const reader = new BoxReader(audit, own, record, subject.region.columns, looks <= HITS);
    const scorer = boxScorer(subject, property.output, audit.model);
    const list = Array.from(answer.boxes, (box, at) => reader.read(box, at < SCORED ? (scorer?.(box) ?? null) : null));
    checkBoxes(audit, own, record, list, SCORED);
    const boxes = (open?.boxes ?? 0) + list.length;
    const points = String(BigInt(open?.points ?? '0') + answer.points);
    const { resume } = answer;
    const seen = [open?.nearest, list[0]?.distance].filter((each) => typeof each === 'number');
    const nearest = seen.length === 0 ? null : Math.min(...seen);
    return {
      ...bare,
      status: answer.verdict,
      boxes,
      points,
      region_points: String(answer.regionPoints),
      nearest,
      complete_below: Number.isFinite(answer.completeBelow) ? answer.completeBelow : null,
      nodes: answer.nodes,
      list,
      open:
        resume === undefined
          ? null
          : { resume: Buffer.from(resume).toString('base64'), nodes: answer.nodes, boxes, points, nearest },
    };
  } catch (error) {
    // The names of a record's own radius are known to be wrong only here.
    if (error instanceof CellFault) return { ...bare, status: 'input_error', reason: error.words };
    try {
      return { ...bare, status: 'unsupported', reason: unsupportedBecause(error).words };
    } catch {
      const { status, reason } = wentWrong(error);
      return { ...bare, status, reason };
    }
  }
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

/** Boxes of cells as boxes of values. */
class BoxReader {
  constructor(
    private readonly audit: Audit,
    private readonly property: Property,
    private readonly record: RecordRow,
    private readonly region: readonly ColumnRegion[],
    private readonly countsHits: boolean,
  ) {}

  read(box: ViolatingBox, score: ShownBounds | null): Box {
    const { audit, property } = this;
    const sides = property.free.flatMap((column) => this.side(column, box));
    const corner = this.corner(sides);
    const { label, scores } = audit.model.score(corner);
    return {
      sides: sides.map(({ shown }) => shown),
      points: String(box.points),
      distance: box.distance,
      score,
      label,
      scores,
      records_hit: this.hits(box),
    };
  }

  /** The lower corner; of flags of which one is set it is the first that can be. */
  private corner(sides: readonly { readonly column: number; readonly low: Value; readonly shown: BoxSide }[]): Value[] {
    const corner = this.record.values.map((value, column): Value => {
      const side = sides.find((each) => each.column === column);
      return side === undefined ? value : side.low;
    });
    for (const flags of new Names(this.audit.vocabulary).oneHot().values()) {
      if (flags.some(({ column }) => corner[column] === 1)) continue;
      const set = flags.find((flag) =>
        sides.some(({ column, shown }) => column === flag.column && Number(shown.high) === 1),
      );
      if (set !== undefined) corner[set.column] = 1;
    }
    return corner;
  }

  private side(column: number, { first, last }: ViolatingBox): { column: number; low: Value; shown: BoxSide }[] {
    const own = this.audit.model.cells.columns[column];
    const feature = this.audit.vocabulary.features[column];
    if (own === undefined || feature === undefined) return [];
    const from = first[column] ?? 0;
    const missing = own.missing && last[column] === own.cells - 1;
    const to = (last[column] ?? 0) - (missing ? 1 : 0);
    const { name } = feature;
    const none = { low: null, high: null, low_bits: null, high_bits: null };
    if (feature.precision === 'text') {
      const known = own.categories ?? [];
      const held = known.slice(from, to + 1);
      const texts = held.filter((each) => each !== null).map(String);
      const others = held.includes(null);
      const [one = null] = held;
      const before = this.record.values[column] ?? null;
      const low = to < from ? null : one === null ? otherText(known, feature.values, before) : String(one);
      return [{ column, low, shown: { feature: name, ...none, missing, texts, others } }];
    }
    if (to < from)
      return [{ column, low: Number.NaN, shown: { feature: name, ...none, missing, texts: null, others: false } }];
    const bounds = this.region.find((each) => each.column === column);
    const low = Math.max(own.low[from] ?? 0, bounds?.low ?? Number.NEGATIVE_INFINITY);
    const high = Math.min(own.high[to] ?? 0, bounds?.high ?? Number.POSITIVE_INFINITY);
    // Of values that are listed a cell holds others, too.
    const listed = bounds?.values?.filter((value) => low <= value && value <= high);
    const value = valuesWithin(listed?.[0] ?? low, listed?.at(-1) ?? high, feature);
    const { precision } = feature;
    return [
      {
        column,
        low: value.low,
        shown: {
          feature: name,
          low: decimal(value.low, precision),
          high: decimal(value.high, precision),
          low_bits: bitsOf(value.low, precision),
          high_bits: bitsOf(value.high, precision),
          missing,
          texts: null,
          others: false,
        },
      },
    ];
  }

  /** Other records that lie in the box, with all that is not free as in this one. */
  private hits(box: ViolatingBox): number | null {
    const { records, model, vocabulary } = this.audit;
    if (!this.countsHits) return null;
    return records.filter((other) => {
      if (other.index === this.record.index || other.flaws.length > 0) return false;
      return vocabulary.features.every(({ column }) => {
        const own = model.cells.columns[column];
        const value = other.values[column];
        if (own === undefined || (typeof value !== 'number' && !this.property.free.includes(column)))
          return value === this.record.values[column];
        if (typeof value !== 'number') {
          const cell = placeOf(value ?? null, column, model.cells);
          return cell >= (box.first[column] ?? 0) && cell <= (box.last[column] ?? 0);
        }
        // The last cell of a column that may be missing is that: its ends are no numbers, and a box may end with it.
        const last = box.last[column] ?? 0;
        const missing = own.missing && last === own.cells - 1;
        if (Number.isNaN(value)) return missing;
        const [low, high] = [own.low[box.first[column] ?? 0] ?? 0, own.high[missing ? last - 1 : last] ?? 0];
        const bounds = this.region.find((each) => each.column === column);
        if (bounds?.values?.includes(value) === false) return false;
        return value >= Math.max(low, bounds?.low ?? low) && value <= Math.min(high, bounds?.high ?? high);
      });
    }).length;
  }
}

/** Ends of an interval as values that the feature can have: the first not below, the last not above. */
function valuesWithin(
  low: number,
  high: number,
  feature: FeatureFact,
): { readonly low: number; readonly high: number } {
  const grid = gridOf(feature);
  if (grid !== null) return { low: grid.from(low), high: grid.to(high) };
  if (feature.precision !== 'float32') return { low, high };
  const [a, b] = [Math.fround(low), Math.fround(high)];
  return { low: a < low ? nextUp(a, 'float32') : a, high: b > high ? nextDown(b, 'float32') : b };
}
