/** What a page shows of the boxes around a record: the nearest of them, how far all are, and where they lie over two features. */
import type { FeatureFact, RecordRow, Value } from '../table/index.js';
import type { Audit } from './audit.js';
import type { Box, BoxSide } from './box.js';
import type { EnumeratedRecord } from './record.js';
import { valueText } from './shown.js';

/** A feature, with what the record has. */
export interface PortraitFeature {
  readonly name: string;
  readonly unit: string | null;
  readonly from: string;
}

/** A side of a shown box; `away`: the record's own value does not lie in it. */
export interface PortraitSide extends Pick<BoxSide, 'low' | 'high' | 'missing' | 'texts' | 'others'> {
  readonly away: boolean;
}

export interface PortraitBox extends Pick<Box, 'distance' | 'label' | 'points' | 'score'> {
  /** By feature of the portrait. */
  readonly sides: readonly (PortraitSide | null)[];
}

/** One side of a picture, from its least value to its greatest. */
export interface PortraitAxis {
  readonly name: string;
  readonly unit: string | null;
  readonly low: string;
  readonly high: string;
  /** Where the record lies, as a share of the way; null where it is missing. */
  readonly at: number | null;
}

export interface PortraitPlane {
  readonly x: PortraitAxis;
  readonly y: PortraitAxis;
  /** Ends of each box as shares of the way: left, right, bottom, top. */
  readonly boxes: readonly (readonly [number, number, number, number])[];
  readonly left: number;
}

export interface Portrait {
  readonly record: string;
  readonly label: string | number | null;
  readonly features: readonly PortraitFeature[];
  readonly nearest: readonly PortraitBox[];
  /** Features that free sides have and that are not shown: all of the boxes shown hold the record there. */
  readonly others: readonly string[];
  /** How many boxes are how far, from the nearest to the farthest. */
  readonly spread: { readonly counts: readonly number[]; readonly least: number; readonly most: number } | null;
  readonly plane: PortraitPlane | null;
}

/** Boxes and features in the table of a record, boxes in its picture, bars of its distances. */
const [NEAREST, FEATURES, DRAWN, BINS] = [5, 14, 300, 24];

/** Of what was found around a record; null where nothing was. */
export function portraitOf(audit: Audit, row: RecordRow, found: EnumeratedRecord): Portrait | null {
  const { list } = found;
  if (list.length === 0) return null;
  const featureOf = (name: string): FeatureFact | undefined =>
    audit.vocabulary.features.find((feature) => feature.name === name);
  const value = (name: string): Value => row.values[featureOf(name)?.column ?? -1] ?? null;
  const isAway = (side: BoxSide): boolean => {
    const { categories = [] } = audit.model.cells.columns[featureOf(side.feature)?.column ?? -1] ?? {};
    return away(side, value(side.feature), categories);
  };
  const drawn = list.first(DRAWN);
  const nearest = drawn.slice(0, NEAREST);
  const names = [...new Set(drawn.flatMap(({ sides }) => sides.map(({ feature }) => feature)))];
  const told = (boxes: readonly Box[], name: string): number => {
    const own = boxes.map((box) => sideOf(box, name));
    const ends = own.map((side) => JSON.stringify(side));
    return own.filter((side) => side !== undefined && isAway(side)).length + (new Set(ends).size > 1 ? 0.5 : 0);
  };
  const ranked = (boxes: readonly Box[]): string[] =>
    names
      .map((name) => ({ name, weight: told(boxes, name) }))
      .filter(({ weight }) => weight > 0)
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ name }) => name);
  const shown = ranked(nearest).slice(0, FEATURES);
  const from = (name: string): string => valueText(value(name), featureOf(name) ?? { precision: 'text' });
  const unitOf = (name: string): string | null => featureOf(name)?.unit ?? null;
  return {
    record: row.id,
    label: audit.model.score(row.values).label,
    features: shown.map((name) => ({ name, unit: unitOf(name), from: from(name) })),
    nearest: nearest.map(({ distance, label, points, score, sides: own }) => ({
      distance,
      label,
      points,
      score,
      sides: shown.map((name) => {
        const side = own.find(({ feature }) => feature === name);
        if (side === undefined) return null;
        const { low, high, missing, texts, others } = side;
        return { low, high, missing, texts, others, away: isAway(side) };
      }),
    })),
    others: names.filter((name) => !shown.includes(name) && told(nearest, name) === 0),
    spread: spreadOf(list.distances),
    plane: planeOfBoxes(drawn, list.length - drawn.length, ranked(drawn), value, from, unitOf),
  };
}

const sideOf = ({ sides }: Box, name: string): BoxSide | undefined => sides.find(({ feature }) => feature === name);

/** @param categories of the column, where it has texts; null among them stands for all others */
function away(
  { low, high, missing, texts, others }: BoxSide,
  value: Value,
  categories: readonly (string | number | null)[],
): boolean {
  if (value === null || Number.isNaN(value)) return !missing;
  if (texts !== null) {
    const known = categories.some((category) => category !== null && String(category) === String(value));
    return known ? !texts.includes(String(value)) : !others;
  }
  return low === null || high === null || Number(value) < Number(low) || Number(value) > Number(high);
}

function spreadOf(distances: readonly number[]): Portrait['spread'] {
  const [least, most] = [distances[0] ?? 0, distances.at(-1) ?? 0];
  if (!(least < most)) return null;
  const counts = Array.from({ length: BINS }, () => 0);
  for (const each of distances) {
    const bin = Math.min(BINS - 1, Math.floor(((each - least) / (most - least)) * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { counts, least, most };
}

/** The nearest boxes over the two features that tell most of them from the record, or from each other. */
function planeOfBoxes(
  drawn: readonly Box[],
  left: number,
  ranked: readonly string[],
  value: (name: string) => Value,
  from: (name: string) => string,
  unitOf: (name: string) => string | null,
): PortraitPlane | null {
  const axes = ranked.flatMap((name) => {
    const own = Number(value(name) ?? Number.NaN);
    const ends = drawn.flatMap((box) => {
      const side = sideOf(box, name);
      return side === undefined || side.low === null || side.high === null ? [] : [side.low, side.high];
    });
    if (ends.length < 2 * drawn.length) return [];
    if (Number.isFinite(own)) ends.push(from(name));
    const sorted = ends.toSorted((one, other) => Number(one) - Number(other));
    const [low = '', high = ''] = [sorted[0], sorted.at(-1)];
    const share = (each: number): number => round((each - Number(low)) / (Number(high) - Number(low)));
    if (!(Number(low) < Number(high)) || !Number.isFinite(Number(high) - Number(low))) return [];
    return [{ axis: { name, unit: unitOf(name), low, high, at: Number.isFinite(own) ? share(own) : null }, share }];
  });
  const [x, y] = axes;
  if (x === undefined || y === undefined) return null;
  const seen = new Map<string, readonly [number, number, number, number]>();
  for (const box of drawn) {
    const ends = [x, y].flatMap(({ axis, share }) => {
      const side = sideOf(box, axis.name);
      return [share(Number(side?.low)), share(Number(side?.high))];
    });
    seen.set(ends.join(), [ends[0] ?? 0, ends[1] ?? 0, ends[2] ?? 0, ends[3] ?? 0]);
  }
  return { x: x.axis, y: y.axis, boxes: [...seen.values()], left };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
