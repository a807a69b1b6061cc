import type { TermFactory } from './factory.js';
import { type BoolTerm, type IntTerm, type Term, topological } from './term.js';

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
    return this.bools.get(root) ?? root;
  }

  int(root: IntTerm): IntTerm {
    this.rebuild(root);
    return this.ints.get(root) ?? root;
  }

  private rebuild(root: Term): void {
    for (const term of topological([root])) {
      if (term.sort === 'Bool') this.rebuildBool(term);
      else this.rebuildInt(term);
    }
  }

  private rebuildBool(term: BoolTerm): void {
    if (this.bools.has(term)) return;
    const { factory } = this;
    const of = (part: BoolTerm): BoolTerm => this.bools.get(part) ?? part;
    const int = (part: IntTerm): IntTerm => this.ints.get(part) ?? part;
    switch (term.kind) {
      case 'const':
      case 'var':
        return;
      case 'not':
        this.bools.set(term, factory.not(of(term.of)));
        return;
      case 'and':
        this.bools.set(term, factory.and(...term.of.map(of)));
        return;
      case 'or':
        this.bools.set(term, factory.or(...term.of.map(of)));
        return;
      case 'zero':
        this.bools.set(term, factory.eq(int(term.of), factory.int(0)));
        return;
      case 'nonneg':
        this.bools.set(term, factory.le(factory.int(0), int(term.of)));
        return;
    }
  }

  private rebuildInt(term: IntTerm): void {
    if (this.ints.has(term)) return;
    const { factory } = this;
    const int = (part: IntTerm): IntTerm => this.ints.get(part) ?? part;
    switch (term.kind) {
      case 'const':
      case 'var':
        return;
      case 'linear':
        this.ints.set(
          term,
          factory.add(
            factory.int(term.constant),
            ...term.terms.map((part) => factory.scale(part.factor, int(part.of))),
          ),
        );
        return;
      case 'ite':
        this.ints.set(
          term,
          factory.ite(this.bools.get(term.condition) ?? term.condition, int(term.then), int(term.else)),
        );
        return;
      case 'div':
        this.ints.set(term, factory.div(int(term.of), term.by));
        return;
    }
  }
}
