import { type Dynamic, missing } from './dynamic.js';

/** Places before and after the point that a result may need. */
const PLACES = 1_000;

/** A value as a fraction: units / 10^scale of whatever it counts. */
export interface Quantity {
  readonly units: bigint;
  readonly scale: number;
}

/** Exact arithmetic; undefined when a side is, when currencies differ, or when digits of the result reach too far. */
export function arithmetic(op: '+' | '-' | '*', left: Dynamic, right: Dynamic): Dynamic {
  if (left.kind === 'missing') return left;
  if (right.kind === 'missing') return right;
  return op === '*' ? product(left, right) : added(left, op === '-' ? opposite(right) : right, op);
}

/** Minus a value. Throws a TypeError for a time, which the checker does not let through. */
export function negative(value: Dynamic): Dynamic {
  if (value.kind === 'missing') return value;
  if (value.kind === 'time') throw new TypeError('minus a time');
  return opposite(value);
}

/** The exact sum of values of one kind, of one at least; undefined when one is, or when currencies differ. */
export function summed(values: readonly Dynamic[]): Dynamic {
  const none = values.find((value) => value.kind === 'missing');
  const [first] = values;
  if (none || !first) return none ?? missing('absent');
  if (values.some((value) => value.kind === 'money' && first.kind === 'money' && value.currency !== first.currency))
    return missing('rate_unknown');
  const scale = Math.max(...values.map((value) => quantity(value).scale));
  const units = values.map((value) => plus(quantity(value), { units: 0n, scale }).units);
  return checked(first, { units: units.reduce((sum, each) => sum + each, 0n), scale });
}

function opposite(value: Dynamic): Dynamic {
  const { units, scale } = quantity(value);
  return withQuantity(value, { units: -units, scale });
}

function added(left: Dynamic, right: Dynamic, op: '+' | '-'): Dynamic {
  const total = plus(quantity(left), quantity(right));
  if (left.kind === 'money' && right.kind === 'money') {
    return left.currency === right.currency ? checked(left, total) : missing('rate_unknown');
  }
  if (left.kind === 'time' && right.kind === 'time' && op === '-') return checked({ ...left, kind: 'duration' }, total);
  if (left.kind === 'time' && right.kind === 'duration') return checked(left, total);
  if (left.kind === 'duration' && right.kind === 'time' && op === '+') return checked(right, total);
  if (left.kind === right.kind && left.kind !== 'time') return checked(left, total);
  throw new TypeError(`${left.kind} ${op} ${right.kind}`);
}

function product(left: Dynamic, right: Dynamic): Dynamic {
  if (right.kind !== 'number') {
    if (left.kind !== 'number') throw new TypeError(`${left.kind} times ${right.kind}`);
    return product(right, left);
  }
  const [a, b] = [quantity(left), quantity(right)];
  return checked(left, { units: a.units * b.units, scale: a.scale + b.scale });
}

/** Throws a TypeError for what does not count anything. */
export function quantity(value: Dynamic): Quantity {
  switch (value.kind) {
    case 'number':
      return value;
    case 'money':
      return { units: value.minor, scale: value.scale };
    case 'duration':
    case 'time':
      return { units: value.ms, scale: value.scale };
    default:
      throw new TypeError(`arithmetic on ${value.kind}`);
  }
}

function withQuantity(like: Dynamic, { units, scale }: Quantity): Dynamic {
  switch (like.kind) {
    case 'number':
      return { kind: 'number', units, scale };
    case 'money':
      return { ...like, minor: units, scale };
    case 'duration':
    case 'time':
      return { ...like, ms: units, scale };
    default:
      return like;
  }
}

function plus(a: Quantity, b: Quantity): Quantity {
  return a.scale >= b.scale
    ? { units: a.units + b.units * 10n ** BigInt(a.scale - b.scale), scale: a.scale }
    : plus(b, a);
}

function checked(like: Dynamic, { units, scale }: Quantity): Dynamic {
  const least = withoutZeros({ units, scale });
  const digits = String(least.units < 0n ? -least.units : least.units).length;
  return least.scale > PLACES || digits - least.scale > PLACES ? missing('overflow') : withQuantity(like, least);
}

/** Zeros after the point are no digits. They go many at a time, since there may be thousands. */
function withoutZeros({ units, scale }: Quantity): Quantity {
  let [rest, places] = [units, scale];
  for (let step = 1_024; step >= 1 && places > 0 && rest % 10n === 0n; step /= 2) {
    while (places >= step && rest % 10n ** BigInt(step) === 0n) {
      rest /= 10n ** BigInt(step);
      places -= step;
    }
  }
  return { units: rest, scale: places };
}
