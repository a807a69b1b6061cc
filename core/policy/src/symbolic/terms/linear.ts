import type { BoolTerm, Bounds, IntTerm, LinearPart } from './term.js';

/** A sum being collected: like parts are added up, so `x + y - x` is `y`. */
export class LinearSum {
  constant = 0n;
  private readonly factors = new Map<IntTerm, bigint>();

  add(term: IntTerm, factor: bigint): void {
    if (factor === 0n) return;
    if (term.kind === 'const') {
      this.constant += factor * term.value;
    } else if (term.kind === 'linear') {
      this.constant += factor * term.constant;
      for (const part of term.terms) this.addAtom(part.of, factor * part.factor);
    } else {
      this.addAtom(term, factor);
    }
  }

  parts(): LinearPart[] {
    return [...this.factors]
      .flatMap(([of, factor]) => (factor === 0n ? [] : [{ factor, of }]))
      .toSorted((a, b) => a.of.id - b.of.id);
  }

  bounds(): Bounds {
    let lo: bigint | null = this.constant;
    let hi: bigint | null = this.constant;
    for (const { factor, of } of this.parts()) {
      const low = factor > 0n ? of.lo : of.hi;
      const high = factor > 0n ? of.hi : of.lo;
      lo = lo === null || low === null ? null : lo + factor * low;
      hi = hi === null || high === null ? null : hi + factor * high;
    }
    return { lo, hi };
  }

  /** The same sum or its negative, so that `x = y` and `y = x` are one term. */
  signed(): LinearSum {
    const [first] = this.parts();
    if (!first || first.factor > 0n) return this;
    const negated = new LinearSum();
    negated.constant = -this.constant;
    for (const { factor, of } of this.parts()) negated.addAtom(of, -factor);
    return negated;
  }

  private addAtom(of: IntTerm, factor: bigint): void {
    this.factors.set(of, (this.factors.get(of) ?? 0n) + factor);
  }
}

/** `left - right` as a sum of multiples of terms. */
export function differenceOf(left: IntTerm, right: IntTerm): LinearSum {
  const sum = new LinearSum();
  sum.add(left, 1n);
  sum.add(right, -1n);
  return sum;
}

/**
 * Whether a sum can be decided to be zero, or depends on one condition alone (a choice between two constants); null when
 * neither is so.
 */
export function differenceIsZero(
  sum: LinearSum,
):
  | 'always'
  | 'never'
  | { readonly condition: BoolTerm; readonly whenThen: boolean; readonly whenElse: boolean }
  | null {
  const parts = sum.parts();
  const [only] = parts;
  if (!only) return sum.constant === 0n ? 'always' : 'never';
  const { lo, hi } = sum.bounds();
  if ((lo !== null && lo > 0n) || (hi !== null && hi < 0n)) return 'never';
  if (parts.length !== 1 || only.of.kind !== 'ite') return null;
  const { condition, then, else: otherwise } = only.of;
  if (then.kind !== 'const' || otherwise.kind !== 'const') return null;
  const zeroAt = (value: bigint): boolean => sum.constant + only.factor * value === 0n;
  return { condition, whenThen: zeroAt(then.value), whenElse: zeroAt(otherwise.value) };
}
