/** Boxes of cells as boxes of values, with what the model makes of them. */
import { placeOf } from '../judge/index.js';
import type { ColumnRegion, ViolatingBox } from '../search/index.js';
import {
  bitsOf,
  decimal,
  type FeatureFact,
  gridOf,
  Names,
  nextDown,
  nextUp,
  type Property,
  type RecordRow,
  type Value,
} from '../table/index.js';
import type { Audit } from './audit.js';
import type { Box, BoxSide } from './box.js';
import { otherText } from './shown.js';
import type { ShownBounds } from './result.js';

/** What takes long to tell of a box: what the model answers, and which records lie in it. */
export type BoxAnswer = Pick<Box, 'label' | 'scores' | 'records_hit'>;

interface ReadSide {
  readonly column: number;
  readonly low: Value;
  readonly shown: BoxSide;
}

/** Sides of a column that are kept, at most: boxes share their ends, but need not. */
const KEPT = 1 << 12;

export class BoxReader {
  /** By column and its first and last cell: what was told already. */
  private readonly known = new Map<number, Map<number, ReadSide | null>>();
  /** Flags of which one is set. */
  private readonly groups: readonly (readonly FeatureFact[])[];

  constructor(
    private readonly audit: Audit,
    private readonly property: Property,
    private readonly record: RecordRow,
    private readonly region: readonly ColumnRegion[],
    private readonly countsHits: boolean,
  ) {
    this.groups = [...new Names(audit.vocabulary).oneHot().values()];
  }

  /** @param answer what the model makes of the box, where that is known */
  read(box: ViolatingBox, score: ShownBounds | null, answer?: BoxAnswer): Box {
    const sides = this.property.free.flatMap((column) => this.side(column, box) ?? []);
    const { label, scores, records_hit: hit } = answer ?? this.answer(box, sides);
    return {
      sides: sides.map(({ shown }) => shown),
      points: String(box.points),
      distance: box.distance,
      score,
      label,
      scores,
      records_hit: hit,
    };
  }

  private answer(box: ViolatingBox, sides: readonly ReadSide[]): BoxAnswer {
    const { label, scores } = this.audit.model.score(this.corner(sides));
    return { label, scores, records_hit: this.hits(box) };
  }

  /** The lower corner; of flags of which one is set it is the first that can be. */
  private corner(sides: readonly ReadSide[]): Value[] {
    const corner = this.record.values.map((value, column): Value => {
      const side = sides.find((each) => each.column === column);
      return side === undefined ? value : side.low;
    });
    for (const flags of this.groups) {
      if (flags.some(({ column }) => corner[column] === 1)) continue;
      const set = flags.find((flag) =>
        sides.some(({ column, shown }) => column === flag.column && Number(shown.high) === 1),
      );
      if (set !== undefined) corner[set.column] = 1;
    }
    return corner;
  }

  private side(column: number, { first, last }: ViolatingBox): ReadSide | null {
    const cells = this.audit.model.cells.columns[column]?.cells ?? 0;
    const [from, to] = [first[column] ?? 0, last[column] ?? 0];
    let sides = this.known.get(column);
    if (sides === undefined || sides.size >= KEPT) this.known.set(column, (sides = new Map()));
    const known = sides.get(from * cells + to);
    if (known !== undefined) return known;
    const side = this.sideOf(column, from, to);
    sides.set(from * cells + to, side);
    return side;
  }

  private sideOf(column: number, from: number, last: number): ReadSide | null {
    const own = this.audit.model.cells.columns[column];
    const feature = this.audit.vocabulary.features[column];
    if (own === undefined || feature === undefined) return null;
    const missing = own.missing && last === own.cells - 1;
    const to = last - (missing ? 1 : 0);
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
      return { column, low, shown: { feature: name, ...none, missing, texts, others } };
    }
    if (to < from)
      return { column, low: Number.NaN, shown: { feature: name, ...none, missing, texts: null, others: false } };
    const bounds = this.region.find((each) => each.column === column);
    const low = Math.max(own.low[from] ?? 0, bounds?.low ?? Number.NEGATIVE_INFINITY);
    const high = Math.min(own.high[to] ?? 0, bounds?.high ?? Number.POSITIVE_INFINITY);
    // Of values that are listed a cell holds others, too.
    const listed = bounds?.values?.filter((value) => low <= value && value <= high);
    const value = valuesWithin(listed?.[0] ?? low, listed?.at(-1) ?? high, feature);
    const { precision } = feature;
    return {
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
    };
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
