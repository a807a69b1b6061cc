import type { TermFactory } from './factory.js';
import { type BoolTerm, type IntTerm, type Term, topological } from './term.js';

type Compound<T extends Term> = Exclude<T, { kind: 'const' | 'var' }>;

/** Replaces variables by terms, folding again what the replacement decides. Every shared part is rebuilt once. */
export class Substitution {
  private readonly bools = new Map<BoolTerm, BoolTerm>();
  private readonly ints = new Map<IntTerm, IntTerm>();

  constructor(
    private readonly factory: TermFactory,
    replacements: Iterable<readonly [Term, Term]>,
  ) {
    for (const [from, to] of replacements) {
      if (from.sort === 'Bool' && to.sort === 'Bool') this.bools.set(from, to);
      else if (from.sort === 'Int' && to.sort === 'Int') this.ints.set(from, to);
      else throw new TypeError('a variable and its replacement differ in sort');
    }
  }

  bool(root: BoolTerm): BoolTerm {
    this.rebuild(root);
    return this.boolFor(root);
  }

  int(root: IntTerm): IntTerm {
    this.rebuild(root);
    return this.intFor(root);
  }

  private readonly boolFor = (term: BoolTerm): BoolTerm => this.bools.get(term) ?? term;
  private readonly intFor = (term: IntTerm): IntTerm => this.ints.get(term) ?? term;

  private rebuild(root: Term): void {
    const isKnown = (term: Term): boolean => (term.sort === 'Int' ? this.ints.has(term) : this.bools.has(term));
    for (const term of topological([root], isKnown)) {
      if (term.kind === 'const' || term.kind === 'var') continue;
      if (term.sort === 'Int') this.ints.set(term, this.rebuiltInt(term));
      else this.bools.set(term, this.rebuiltBool(term));
    }
  }

  private rebuiltBool(term: Compound<BoolTerm>): BoolTerm {
    const { factory, boolFor, intFor } = this;
    switch (term.kind) {
      case 'not':
        return factory.not(boolFor(term.of));
      case 'and':
        return factory.and(...term.of.map(boolFor));
      case 'or':
        return factory.or(...term.of.map(boolFor));
      case 'zero':
        return factory.eq(intFor(term.of), factory.int(0));
      case 'nonneg':
        return factory.le(factory.int(0), intFor(term.of));
    }
  }

  private rebuiltInt(term: Compound<IntTerm>): IntTerm {
    const { factory, boolFor, intFor } = this;
    switch (term.kind) {
      case 'linear': {
        const parts = term.terms.map(({ factor, of }) => factory.scale(factor, intFor(of)));
        return factory.add(factory.int(term.constant), ...parts);
      }
      case 'ite':
        return factory.ite(boolFor(term.condition), intFor(term.then), intFor(term.else));
      case 'div':
        return factory.div(intFor(term.of), term.by);
    }
  }
}
