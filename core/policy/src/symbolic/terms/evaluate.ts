import { floorDiv } from './factory.js';
import { type BoolTerm, type IntTerm, type Term, topological } from './term.js';

/** Values of variables by name. A variable without one is false, or the value nearest to 0 within its bounds. */
export type Assignment = ReadonlyMap<string, boolean | bigint>;

/** How deep terms are followed one within another; what lies deeper is evaluated from below, parts before wholes. */
const DEEPEST = 400;

/** Evaluates terms under one assignment; every shared part at most once, and none that the value does not depend on. */
export class TermEvaluator {
  private readonly bools = new Map<BoolTerm, boolean>();
  private readonly ints = new Map<IntTerm, bigint>();
  private depth = 0;

  constructor(readonly assignment: Assignment) {}

  bool(term: BoolTerm): boolean {
    const known = this.bools.get(term);
    if (known !== undefined) return known;
    if (this.depth > DEEPEST) this.fromBelow(term);
    this.depth++;
    const value = this.evaluateBool(term);
    this.depth--;
    this.bools.set(term, value);
    return value;
  }

  int(term: IntTerm): bigint {
    const known = this.ints.get(term);
    if (known !== undefined) return known;
    if (this.depth > DEEPEST) this.fromBelow(term);
    this.depth++;
    const value = this.evaluateInt(term);
    this.depth--;
    this.ints.set(term, value);
    return value;
  }

  /** All parts of a term before the term itself. */
  private fromBelow(root: Term): void {
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
        return !this.bool(term.of);
      case 'and':
        return term.of.every((part) => this.bool(part));
      case 'or':
        return term.of.some((part) => this.bool(part));
      case 'zero':
        return this.int(term.of) === 0n;
      case 'nonneg':
        return this.int(term.of) >= 0n;
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
        return term.terms.reduce((sum, part) => sum + part.factor * this.int(part.of), term.constant);
      case 'ite':
        return this.bool(term.condition) ? this.int(term.then) : this.int(term.else);
      case 'div':
        return floorDiv(this.int(term.of), term.by);
    }
  }
}

function nearestToZero(lo: bigint | null, hi: bigint | null): bigint {
  if (lo !== null && lo > 0n) return lo;
  return hi !== null && hi < 0n ? hi : 0n;
}
