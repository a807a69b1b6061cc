import type { Type } from '@ostiary/catalogue';
import type { CompareOp } from '../syntax/ast.js';
import { equalValues } from '../values/equal.js';
import { RATE_UNKNOWN } from '../values/outcome.js';
import { compareNums, numberComparison, numKey } from '../values/numbers/num.js';
import type { Amount, Num, Value } from '../values/value.js';
import type { Truth } from './kleene.js';
import { getOrMake } from '../maps.js';

/** Compares two values of one type. */
export type Comparison = (left: Value, right: Value) => Truth;

/** Money of two currencies has no order and no equality without a rate: undefined. */
export function comparison(cmp: CompareOp, type: Type): Comparison {
  switch (type.kind) {
    case 'int':
    case 'decimal':
    case 'duration':
    case 'time': {
      const holds = numComparison(cmp);
      return (left, right) => holds(left as Num, right as Num);
    }
    case 'money': {
      const holds = numComparison(cmp);
      return (left, right) => {
        const [a, b] = [left as Amount, right as Amount];
        return a.currency === b.currency ? holds(a.minor, b.minor) : RATE_UNKNOWN;
      };
    }
    default:
      return cmp === '!=' ? (left, right) => !equalValues(left, right) : equalValues;
  }
}

/** Numbers in one unit, exactly. */
function numComparison(cmp: CompareOp): (left: Num, right: Num) => boolean {
  const holds = numberComparison(cmp);
  return (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? holds(left, right) : holds(compareNums(left, right), 0);
}

/** Membership in a constant set. Money: true when equal to one, undefined when only currencies differ, else false. */
export function membership(values: readonly Value[], type: Type): (value: Value) => Truth {
  if (type.kind === 'money') return moneyMembership(values as readonly Amount[]);
  if (type.kind === 'decimal') {
    const keys = new Set(values.map((value) => numKey(value as Num)));
    return (value) => keys.has(numKey(value as Num));
  }
  if (values.every((value) => typeof value !== 'object')) {
    const set = new Set<Value>(values);
    return (value) => set.has(value);
  }
  return (value) => values.some((each) => equalValues(each, value));
}

function moneyMembership(values: readonly Amount[]): (value: Value) => Truth {
  const byCurrency = new Map<string, Set<number | string>>();
  for (const { minor, currency } of values) {
    getOrMake(byCurrency, currency, () => new Set()).add(numKey(minor));
  }
  return (value) => {
    const { minor, currency } = value as Amount;
    const amounts = byCurrency.get(currency);
    if (amounts?.has(numKey(minor)) === true) return true;
    return byCurrency.size > (amounts ? 1 : 0) ? RATE_UNKNOWN : false;
  };
}
