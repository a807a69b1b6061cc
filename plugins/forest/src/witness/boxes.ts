/**
 * Whether the boxes that are shown around a record are what they are said to be: from what was asked, the schema, the record and what is
 * told of each side alone, as `check.ts` does of single inputs. Of each box the nearest input and those at its corners must be there, may
 * be reached and have another answer; the answer of the lower corner, the distance and the bounds of the score are as told; and no two
 * boxes hold the same input. See docs/adr/0163.
 */
import type { FeatureFact, Property, Value } from '../table/index.js';
import { isExpected, isSameAnswer, numberAsked } from './answers.js';
import { mustBeAllowed } from './changes.js';
import type { Model } from './check.js';
import { type Given, isMissing, isSame, must, mustExist, numberOf } from './input.js';

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

export interface ToldBox {
  readonly sides: readonly BoxSide[];
  readonly distance: number;
  readonly score: { readonly at_least: number | null; readonly at_most: number | null } | null;
  readonly label: string | number | null;
  readonly scores: readonly number[];
}

/** What was asked: a row of kind `robust`, with what this record lets change, and how far. */
export interface AskedAround {
  readonly property: Property;
  /** By column. */
  readonly features: readonly FeatureFact[];
  readonly record: readonly Value[];
  readonly model: Model;
}

/** What a feature may be in a box. */
interface Side {
  /** Of numbers; null where it is missing in the whole box, and of texts. */
  readonly ends: readonly [number, number] | null;
  readonly texts: readonly string[];
  /** Any text that the model does not tell from others. */
  readonly others: boolean;
  readonly missing: boolean;
  /** Values to look at: both ends, each text that is told, and, last, that it is missing. */
  readonly values: readonly Value[];
}

interface ReadSide {
  readonly column: number;
  readonly side: Side;
}

/** With what the model answers to the record. */
interface Asked extends AskedAround {
  readonly own: Given;
  /** Sides that were read: boxes may share them. */
  readonly known: WeakMap<BoxSide, ReadSide>;
}

/** By column; a feature without a side is as in the record. */
type Sides = ReadonlyMap<number, Side>;

/**
 * @param close of how many boxes, the first, more than the lower corner is looked at, and that they are apart
 * @throws WitnessFalse where a box is not what it is said to be
 */
export function checkBoxes(request: AskedAround, boxes: Iterable<ToldBox>, close: number): void {
  const asked = { ...request, own: request.model.answer(request.record), known: new WeakMap() };
  const read: Sides[] = [];
  for (const box of boxes) {
    const isClose = read.length < close;
    const sides = checkBox(asked, box, isClose);
    if (isClose) read.push(sides);
  }
  for (const [at, one] of read.entries())
    for (const other of read.slice(0, at)) must(!meet(asked, one, other), 'two boxes hold the same input');
}

function checkBox(asked: Asked, box: ToldBox, close: boolean): Sides {
  const sides = sidesOf(box, asked);
  // Which text is any other is not known here.
  if ([...sides.values()].some(({ others, texts }) => others && texts.length === 0)) return sides;
  const lower = inputOf(asked, sides, ({ values }) => values[0]!);
  const given = mustBeFound(asked, box, lower);
  must(given.label === box.label, `the label of the lower corner is ${given.label}, not ${box.label}`);
  must(
    given.scores.length === box.scores.length && given.scores.every((score, at) => isSame(score, box.scores[at]!)),
    `the scores of the lower corner are ${given.scores.join()}, not ${box.scores.join()}`,
  );
  if (!close) return sides;
  // Nor whether it is that of the record.
  if (![...sides.values()].some(({ others }) => others)) mustBeAsFar(asked, box, sides);
  mustBeFound(
    asked,
    box,
    inputOf(asked, sides, ({ values }) => values.at(-1)!),
  );
  mustBeFound(
    asked,
    box,
    inputOf(asked, sides, ({ ends, values }) => ends?.[1] ?? values[0]!),
  );
  return sides;
}

/** The distance that is told is that of the nearest input. */
function mustBeAsFar(asked: Asked, box: ToldBox, sides: Sides): void {
  const near = inputOf(asked, sides, (side, column) => nearest(side, asked.record[column]!), true);
  const distance = asked.features.reduce(
    (most, { column }) => Math.max(most, shareOf(asked, column, near[column]!)),
    0,
  );
  must(distance === box.distance, `its distance is ${distance}, not ${box.distance}`);
  mustBeFound(asked, box, near);
}

/** An input of a box is there, may be reached, has another answer, and its score lies where it is said to. */
function mustBeFound(
  { property, features, record, model, own }: Asked,
  { score }: ToldBox,
  values: readonly Value[],
): Given {
  const { free, epsilon, direction, expect, output } = property;
  mustExist(values, features);
  mustBeAllowed(record, values, features, { free, epsilon, direction, mutable: true });
  const given = model.answer(values);
  const other =
    expect !== null && expect.kind !== 'same'
      ? !isExpected(expect, output, given, model)
      : !isSameAnswer(output, [given, model], [own, model]);
  must(other, 'an input of a box has no other answer');
  if (score === null) return given;
  // Of a label the score of a yes is told.
  const number = numberAsked(output.kind === 'label' ? { kind: 'bands', bands: [] } : output, given, model);
  const { at_least: least, at_most: most } = score;
  must(
    (least ?? number) <= number && number <= (most ?? number),
    `its score ${number} is outside the bounds that are told`,
  );
  return given;
}

function sidesOf({ sides }: ToldBox, asked: Asked): Sides {
  const read = new Map<number, Side>();
  for (const each of sides) {
    const { column, side } = readSide(each, asked);
    must(!read.has(column), `"${each.feature}" has two sides`);
    read.set(column, side);
  }
  return read;
}

function readSide(told: BoxSide, { property, features, known }: Asked): ReadSide {
  const before = known.get(told);
  if (before !== undefined) return before;
  const feature = features.find(({ name }) => name === told.feature);
  must(feature !== undefined && property.free.includes(feature.column), `"${told.feature}" is not to change`);
  const read = { column: feature.column, side: sideOf(told, feature) };
  known.set(told, read);
  return read;
}

function sideOf(
  { low, high, low_bits: lowBits, high_bits: highBits, missing, texts, others }: BoxSide,
  feature: FeatureFact,
): Side {
  const { name, precision } = feature;
  must(!missing || feature.missing === 'allow', `"${name}" is never missing`);
  must((texts !== null) === (precision === 'text'), `"${name}" is text and not told as text, or the other way round`);
  if (precision === 'text') {
    const known = texts ?? [];
    return { ends: null, texts: known, others, missing, values: [...known, ...(missing ? [null] : [])] };
  }
  if (lowBits === null || highBits === null) {
    must(lowBits === highBits && low === null && high === null && missing, `"${name}" has one end`);
    return { ends: null, texts: [], others, missing, values: [Number.NaN] };
  }
  const ends = [numberOf(lowBits, precision), numberOf(highBits, precision)] as const;
  const decimals = [low, high].map((text) => (precision === 'float32' ? Math.fround(Number(text)) : Number(text)));
  must(ends[0] <= ends[1], `"${name}" goes from ${ends[0]} to ${ends[1]}`);
  must(
    decimals.every((decimal, at) => isSame(decimal, ends[at]!)),
    `"${name}" says ${low} to ${high}, and its bits are ${lowBits} and ${highBits}`,
  );
  return { ends, texts: [], others, missing, values: [...ends, ...(missing ? [Number.NaN] : [])] };
}

/** The value of a side that is nearest to one. */
function nearest({ ends, values, missing }: Side, from: Value): Value {
  if (isMissing(from) && missing) return from;
  if (ends !== null && typeof from === 'number' && !Number.isNaN(from))
    return Math.min(Math.max(from, ends[0]), ends[1]);
  return values.find((value) => value === from) ?? values[0]!;
}

/** What part of its radius a change of a feature uses; of what has no number, any change is the whole. */
function shareOf({ property: { epsilon }, record }: AskedAround, column: number, to: Value): number {
  const [amount, from] = [epsilon?.get(column), record[column]!];
  if (isSame(from, to)) return 0;
  if (typeof from !== 'number' || Number.isNaN(from)) return 1;
  const reach = amount === undefined ? 0 : amount.relative ? amount.value * Math.abs(from) : amount.value;
  const rate = reach > 0 ? 1 / reach : 1;
  return typeof to === 'number' && !Number.isNaN(to) ? Math.abs(to - from) * rate : rate;
}

/**
 * An input of a box. Of flags of which one is set that is the first that can be, or the one that changes least.
 * @param pick of each side its value
 */
function inputOf(
  asked: AskedAround,
  sides: Sides,
  pick: (side: Side, column: number) => Value,
  isNearest = false,
): Value[] {
  const { features, record } = asked;
  const values = record.map((value, column) => {
    const side = sides.get(column);
    return side === undefined ? value : pick(side, column);
  });
  for (const flags of groupsOf(features)) {
    const ways = waysToSet(asked, sides, flags);
    must(ways.length > 0, 'a box holds no input');
    const far = (set: number): number =>
      flags.reduce((most, flag) => Math.max(most, shareOf(asked, flag, flag === set ? 1 : 0)), 0);
    const set = isNearest ? ways.reduce((best, way) => (far(way) < far(best) ? way : best)) : ways[0]!;
    for (const flag of flags) values[flag] = flag === set ? 1 : 0;
  }
  return values;
}

const groupsOf = (features: readonly FeatureFact[]): number[][] =>
  [
    ...Map.groupBy(
      features.filter(({ type, group }) => type === 'onehot' && group !== null),
      ({ group }) => group,
    ).values(),
  ].map((flags) => flags.map(({ column }) => column));

/** Of a group the flags that can be the one that is set. */
function waysToSet({ record }: AskedAround, sides: Sides, flags: readonly number[]): number[] {
  const can = (flag: number, value: 0 | 1): boolean => {
    const ends = sides.get(flag)?.ends;
    return ends === undefined ? record[flag] === value : ends !== null && ends[0] <= value && value <= ends[1];
  };
  return flags.filter((set) => flags.every((flag) => can(flag, flag === set ? 1 : 0)));
}

/** Whether two boxes hold the same input. */
function meet(asked: AskedAround, one: Sides, other: Sides): boolean {
  const both = new Map<number, Side>();
  for (const [column, a] of one) {
    const b = other.get(column);
    if (b === undefined) continue;
    const low = Math.max(a.ends?.[0] ?? Infinity, b.ends?.[0] ?? Infinity);
    const high = Math.min(a.ends?.[1] ?? -Infinity, b.ends?.[1] ?? -Infinity);
    const missing = a.missing && b.missing;
    const isShared = low <= high || missing || (a.others && b.others) || a.texts.some((text) => b.texts.includes(text));
    if (!isShared) return false;
    both.set(column, { ends: low <= high ? [low, high] : null, texts: [], others: false, missing, values: [] });
  }
  return groupsOf(asked.features).every((flags) => waysToSet(asked, both, flags).length > 0);
}
