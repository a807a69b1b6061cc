import { type Dynamic, isSafe, missing } from './dynamic.js';

/** Exact arithmetic; undefined when a side is, when currencies differ, or when the result is no safe integer of units. */
export function arithmetic(op: '+' | '-' | '*', left: Dynamic, right: Dynamic): Dynamic {
  if (left.kind === 'missing') return left;
  if (right.kind === 'missing') return right;
  return op === '*' ? product(left, right) : added(left, op === '-' ? negative(right) : right);
}

export function negative(value: Dynamic): Dynamic {
  switch (value.kind) {
    case 'number':
      return { ...value, units: -value.units };
    case 'money':
      return { ...value, minor: -value.minor };
    case 'duration':
      return { ...value, ms: -value.ms };
    case 'missing':
      return value;
    default:
      throw new TypeError(`minus ${value.kind}`);
  }
}

function added(left: Dynamic, right: Dynamic): Dynamic {
  if (left.kind === 'number' && right.kind === 'number') {
    const scale = Math.max(left.scale, right.scale);
    const [a, b] = [left.units * 10n ** BigInt(scale - left.scale), right.units * 10n ** BigInt(scale - right.scale)];
    return isSafe(a) && isSafe(b) ? checked({ kind: 'number', units: a + b, scale }) : missing('overflow');
  }
  if (left.kind === 'money' && right.kind === 'money') {
    return left.currency === right.currency
      ? checked({ ...left, minor: left.minor + right.minor })
      : missing('rate_unknown');
  }
  if (left.kind === 'duration' && right.kind === 'duration') return checked({ ...left, ms: left.ms + right.ms });
  throw new TypeError(`${left.kind} plus ${right.kind}`);
}

function product(left: Dynamic, right: Dynamic): Dynamic {
  if (left.kind === 'number' && right.kind === 'number') {
    return checked({ kind: 'number', units: left.units * right.units, scale: left.scale + right.scale });
  }
  if (right.kind !== 'number') return product(right, left);
  if (left.kind === 'money') return checked({ ...left, minor: left.minor * right.units });
  if (left.kind === 'duration') return checked({ ...left, ms: left.ms * right.units });
  throw new TypeError(`${left.kind} times ${right.kind}`);
}

function checked(value: Extract<Dynamic, { kind: 'number' } | { kind: 'money' } | { ms: bigint }>): Dynamic {
  const units = value.kind === 'number' ? value.units : value.kind === 'money' ? value.minor : value.ms;
  return isSafe(units) ? value : missing('overflow');
}
