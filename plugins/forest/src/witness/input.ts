/** Inputs that are shown, read back from their last bit, and held against what the schema lets be. */
import type { FeatureFact, Value } from '../table/index.js';

/** What is told of an input, as it stands in answers and files. */
export interface ToldInput {
  readonly model: 'model' | 'compare_model';
  readonly values: readonly { readonly feature: string; readonly value: string | null; readonly bits: string | null }[];
  readonly label: string | number | null;
  readonly scores: readonly number[];
  readonly score_bits: readonly string[];
}

/** What a model gives for an input. */
export interface Given {
  readonly label: string | number | null;
  readonly scores: readonly number[];
  readonly sums: ArrayLike<number>;
}

/** What is told is not so: an error of ours, and never a finding. */
export class WitnessFalse extends Error {
  constructor(problem: string) {
    super(`the witness does not show what it is said to: ${problem}`);
    this.name = 'WitnessFalse';
  }
}

/** @throws WitnessFalse where it does not hold */
export function must(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new WitnessFalse(problem);
}

const view = new DataView(new ArrayBuffer(8));

/** A number from its bits, hexadecimal, as a column of this precision holds it. */
export function numberOf(bits: string, precision: 'float32' | 'float64' | 'int64'): number {
  must(
    new RegExp(`^[\\da-f]{${precision === 'float32' ? 8 : 16}}$`).test(bits),
    `"${bits}" are no bits of a ${precision}`,
  );
  if (precision === 'float32') {
    view.setUint32(0, Number.parseInt(bits, 16));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return precision === 'float64' ? view.getFloat64(0) : Number(view.getBigInt64(0));
}

export const isMissing = (value: Value): boolean => value === null || Number.isNaN(value);
/** Both missing, or equal: -0 is 0. */
export const isSame = (one: Value, other: Value): boolean => one === other || (isMissing(one) && isMissing(other));

/** The values that an input shows: its bits, and decimals that read back as the same. */
export function valuesShown({ values }: ToldInput, features: readonly FeatureFact[]): Value[] {
  must(values.length === features.length, 'it does not have a value for each feature');
  return features.map(({ name, precision }, at) => {
    const { feature, value, bits } = values[at]!;
    must(feature === name, `"${feature}" stands where "${name}" is`);
    if (precision === 'text') {
      must(bits === null, `"${name}" is text, and has bits`);
      return value;
    }
    must(bits !== null, `"${name}" has no bits`);
    const number = numberOf(bits, precision);
    const decimal = value === null ? Number.NaN : Number(value);
    must(
      isSame(number, precision === 'float32' ? Math.fround(decimal) : decimal),
      `"${name}" says ${value}, and its bits are ${bits}`,
    );
    return number;
  });
}

/** Whether the schema lets there be such an input. */
export function mustExist(values: readonly Value[], features: readonly FeatureFact[]): void {
  for (const feature of features)
    must(canBe(values[feature.column]!, feature), `"${feature.name}" cannot be ${values[feature.column]!}`);
  const groups = Map.groupBy(
    features.filter(({ type, group }) => type === 'onehot' && group !== null),
    ({ group }) => group,
  );
  for (const [group, flags] of groups) {
    const set = flags.filter(({ column }) => values[column] === 1);
    const unset = flags.filter(({ column }) => values[column] === 0);
    must(set.length === 1 && unset.length === flags.length - 1, `not exactly one feature of "${group!}" is 1`);
  }
  for (const feature of features) if (feature.derived !== null) mustFollow(feature, values, features);
}

function canBe(value: Value, feature: FeatureFact): boolean {
  const { precision, missing, values, type, min, max } = feature;
  if (isMissing(value)) return missing === 'allow';
  if (precision === 'text') return typeof value === 'string' && (values === null || values.includes(value));
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (typeof missing === 'object' && value === missing.code) return true;
  const flag = type === 'bool' || type === 'onehot';
  if (value < (min ?? (flag ? 0 : -Infinity)) || value > (max ?? (flag ? 1 : Infinity))) return false;
  if (precision === 'int64' && !Number.isSafeInteger(value)) return false;
  if (values !== null) return values.some((text) => numberIn(text, feature) === value);
  const step = wholeStepOf(feature);
  return step === null || (value - (min ?? 0)) % step === 0;
}

/**
 * The step that every input keeps. Steps of real numbers bind records and the ends of regions alone: a witness may lie between them. Of
 * whole numbers above 1 without both ends, or beside a code beyond them, a witness may, too, and is whole.
 */
function wholeStepOf({ step: own, type, values, min, max, missing }: FeatureFact): number | null {
  const step = own ?? (type === 'float' || type === 'enum' || values !== null ? null : 1);
  if (step === null || !Number.isInteger(step) || !Number.isInteger(min ?? 0)) return null;
  if (step === 1) return 1;
  const within = (value: number): boolean => (min ?? Infinity) <= value && value <= (max ?? -Infinity);
  const ends = Number.isInteger(min) && Number.isInteger(max) && (typeof missing === 'string' || within(missing.code));
  if (ends) return step;
  return typeof missing === 'string' || Number.isInteger(missing.code) ? 1 : null;
}

const FLAGS: Readonly<Record<string, number>> = { yes: 1, true: 1, no: 0, false: 0 };

/** A number of a table, rounded once to what the column holds; a flag may be a word. */
export function numberIn(text: string, { precision, type }: FeatureFact): number {
  const word = text.trim().toLowerCase();
  const flag = type === 'bool' || type === 'onehot' ? FLAGS[word] : undefined;
  const number = flag ?? Number(word);
  return precision === 'float32' ? Math.fround(number) : number;
}

const OPERATIONS: Readonly<Record<string, (one: number, other: number) => number>> = {
  '/': (one, other) => one / other,
  '*': (one, other) => one * other,
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
};

/** Worked out in double precision, and rounded once: to a step, or to the precision of the column. */
function mustFollow(feature: FeatureFact, values: readonly Value[], features: readonly FeatureFact[]): void {
  const { name, column, derived, precision } = feature;
  const text = derived ?? '';
  const named = new Map(features.map((each) => [each.name, values[each.column]!]));
  const places = Array.from({ length: text.length }, (_, place) => place);
  const at =
    places.find(
      (place) =>
        text.charAt(place) in OPERATIONS &&
        named.has(text.slice(0, place).trim()) &&
        named.has(text.slice(place + 1).trim()),
    ) ?? -1;
  must(at >= 0, `how "${name}" follows from others is not known: ${text}`);
  const [one, other] = [named.get(text.slice(0, at).trim()), named.get(text.slice(at + 1).trim())];
  const exact = OPERATIONS[text[at]!]!(Number(one ?? Number.NaN), Number(other ?? Number.NaN));
  const step = wholeStepOf(feature) ?? (precision === 'int64' ? 1 : null);
  const value = Number(values[column] ?? Number.NaN);
  const follows =
    step === null
      ? value === (precision === 'float32' ? Math.fround(exact) : exact)
      : value === Math.round(exact / step) * step;
  must(follows, `"${name}" is ${value}, and ${text} is ${exact}`);
}
