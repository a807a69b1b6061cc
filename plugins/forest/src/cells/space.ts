/** The numbers that a column can have, in their order, and how one finds among them by halving. -0 is 0: no test tells them apart. */
import type { ColumnDomain } from './domain.js';

export interface Space {
  readonly first: number;
  readonly last: number;
  readonly spacing: number | 'float32' | 'float64';
  /** A value between two others, about in the middle; nothing where they are neighbours. */
  readonly between: (low: number, high: number) => number | undefined;
  /** The next larger value; that of `last` is not asked for. */
  readonly after: (value: number) => number;
  /** The largest value of the space up to `value`. Less than `first` where there is none. */
  readonly floor: (value: number) => number;
}

const float = new Float32Array(1);
const floatBits = new Int32Array(float.buffer);
const double = new Float64Array(1);
const doubleBits = new BigInt64Array(double.buffer);

/** Floats in their order as whole numbers: neighbours are neighbours. */
function floatKey(value: number): number {
  float[0] = value;
  const bits = floatBits[0] as number;
  return bits >= 0 ? bits : -(bits & 0x7f_ff_ff_ff);
}
function floatOf(key: number): number {
  floatBits[0] = key >= 0 ? key : -key | 0x80_00_00_00;
  return (float[0] as number) + 0;
}
function doubleKey(value: number): bigint {
  double[0] = value;
  const bits = doubleBits[0] as bigint;
  return bits >= 0n ? bits : -(bits & 0x7f_ff_ff_ff_ff_ff_ff_ffn);
}
function doubleOf(key: bigint): number {
  doubleBits[0] = key >= 0n ? key : -key | -0x80_00_00_00_00_00_00_00n;
  return (double[0] as number) + 0;
}

const float32: Omit<Space, 'first' | 'last'> = {
  spacing: 'float32',
  between: (low, high) => {
    const [a, b] = [floatKey(low), floatKey(high)];
    return b - a < 2 ? undefined : floatOf(Math.floor((a + b) / 2));
  },
  after: (value) => floatOf(floatKey(value) + 1),
  floor: (value) => {
    const near = Math.fround(value);
    return near > value ? floatOf(floatKey(near) - 1) : near + 0;
  },
};

const float64: Omit<Space, 'first' | 'last'> = {
  spacing: 'float64',
  between: (low, high) => {
    const [a, b] = [doubleKey(low), doubleKey(high)];
    return b - a < 2n ? undefined : doubleOf((a + b) >> 1n);
  },
  after: (value) => doubleOf(doubleKey(value) + 1n),
  floor: (value) => value + 0,
};

const whole: Omit<Space, 'first' | 'last'> = {
  spacing: 1,
  between: (low, high) => (high - low < 2 ? undefined : Math.floor(low / 2 + high / 2)),
  after: (value) => value + 1,
  floor: (value) => Math.floor(value) + 0,
};

/** Digits behind the point of a number that is written in decimal. */
function decimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

/** A grid of decimals: the k-th value is the double nearest to the exact `min + k * step`. */
function grid(min: number, step: number): Omit<Space, 'first' | 'last'> {
  const digits = Math.min(20, Math.max(decimals(min), decimals(step)));
  const at = (k: number): number => Number((min + k * step).toFixed(digits)) + 0;
  const placeOf = (value: number): number => {
    let k = Math.floor((value - min) / step);
    while (at(k) > value) k--;
    while (at(k + 1) <= value) k++;
    return k;
  };
  return {
    spacing: step,
    between: (low, high) => {
      const [a, b] = [placeOf(low), placeOf(high)];
      return b - a < 2 ? undefined : at(Math.floor((a + b) / 2));
    },
    after: (value) => at(placeOf(value) + 1),
    floor: (value) => (value === Number.NEGATIVE_INFINITY ? value : at(placeOf(value))),
  };
}

/** The space of a domain of numbers; nothing where it is empty or no such domain. */
export function spaceOf(domain: ColumnDomain): Space | undefined {
  if (domain.type === 'categories') return undefined;
  if (domain.type === 'bool') return { ...whole, first: 0, last: 1 };
  const { min, max } = domain;
  if (Number.isNaN(min) || Number.isNaN(max)) return undefined;
  if (domain.type === 'grid') {
    if (!(domain.step > 0) || !Number.isFinite(min) || !Number.isFinite(max) || max < min) return undefined;
    const found = grid(min, domain.step);
    return { ...found, first: min + 0, last: found.floor(max) };
  }
  const rules = { float32, float64, int: whole }[domain.type];
  const floor = rules.floor(min);
  const first = floor < min ? rules.after(floor) : floor;
  const last = rules.floor(max);
  return first <= last && (domain.type !== 'int' || (Number.isSafeInteger(first) && Number.isSafeInteger(last)))
    ? { ...rules, first, last }
    : undefined;
}

/** The last value from `low` to `high` for which `holds`, which holds of `low` and, once it fails, of none above. */
export function lastWhere(space: Space, low: number, high: number, holds: (value: number) => boolean): number {
  if (holds(high)) return high;
  let [yes, no] = [low, high];
  for (let value = space.between(yes, no); value !== undefined; value = space.between(yes, no))
    if (holds(value)) yes = value;
    else no = value;
  return yes;
}
