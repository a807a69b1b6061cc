import { floorDiv } from './factory.js';
import { type BoolTerm, type IntTerm, type Term, topological } from './term.js';

/** Values of variables by name. A variable without one is false, or the value nearest to 0 within its bounds. */
export type Assignment = ReadonlyMap<string, boolean | bigint>;

/** Evaluates terms under one assignment; every shared part once. */
export class TermEvaluator {
  private readonly bools = new Map<BoolTerm, boolean>();
  private readonly ints = new Map<IntTerm, bigint>();

  constructor(readonly assignment: Assignment) {}

  bool(root: BoolTerm): boolean {
    this.run(root);
    return this.bools.get(root) ?? false;
  }

  int(root: IntTerm): bigint {
    this.run(root);
    return this.ints.get(root) ?? 0n;
  }

  private run(root: Term): void {
    if (root.sort === 'Bool' ? this.bools.has(root) : this.ints.has(root)) return;
    const isKnown = (term: Term): boolean => (term.sort === 'Bool' ? this.bools.has(term) : this.ints.has(term));
    for (const term of topological([root], isKnown)) {
      if (term.sort === 'Bool') this.bools.set(term, this.evaluateBool(term));
      else this.ints.set(term, this.evaluateInt(term));
    }
  }

  private evaluateBool(term: BoolTerm): boolean {
    switch (term.kind) {
      case 'const':
        return term.value;
      case 'var':
        return this.assignment.get(term.name) === true;
      case 'not':
        return this.bools.get(term.of) !== true;
      case 'and':
        return term.of.every((part) => this.bools.get(part) === true);
      case 'or':
        return term.of.some((part) => this.bools.get(part) === true);
      case 'zero':
        return this.ints.get(term.of) === 0n;
      case 'nonneg':
        return (this.ints.get(term.of) ?? 0n) >= 0n;
    }
  }

  private evaluateInt(term: IntTerm): bigint {
    switch (term.kind) {
      case 'const':
        return term.value;
      case 'var': {
        const value = this.assignment.get(term.name);
        return typeof value === 'bigint' ? value : nearestToZero(term.lo, term.hi);
      }
      case 'linear':
        return term.terms.reduce((sum, part) => sum + part.factor * (this.ints.get(part.of) ?? 0n), term.constant);
      case 'ite':
        return (this.bools.get(term.condition) === true ? this.ints.get(term.then) : this.ints.get(term.else)) ?? 0n;
      case 'div':
        return floorDiv(this.ints.get(term.of) ?? 0n, term.by);
    }
  }
}

function nearestToZero(lo: bigint | null, hi: bigint | null): bigint {
  if (lo !== null && lo > 0n) return lo;
  return hi !== null && hi < 0n ? hi : 0n;
}
