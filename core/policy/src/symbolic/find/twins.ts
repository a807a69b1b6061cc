import type { Assignment } from '../terms/evaluate.js';
import type { TermFactory } from '../terms/factory.js';
import { Substitution } from '../terms/substitute.js';
import { type BoolTerm, topological, type Variable } from '../terms/term.js';
import type { Finder } from './finder.js';
import type { FiniteSpace } from './finite-space.js';
import { getOrMake } from '../../maps.js';

/** Two assignments that agree on all variables but some, and of which other terms hold. */
export interface Pair {
  readonly one: Assignment;
  readonly other: Assignment;
}

/**
 * `real`: a pair that was confirmed; `never`: there is no pair at all; `unsettled`: pairs were found and none was confirmed, or the
 * search gave up.
 */
export type Difference = 'real' | 'never' | 'unsettled';

/** Asks which variables alone can change which of `roots` holds: one at a time, all others being equal. */
export class Twins {
  private twin: { readonly of: Substitution; readonly differs: BoolTerm } | null = null;

  constructor(
    private readonly factory: TermFactory,
    private readonly finder: Finder,
    private readonly roots: readonly BoolTerm[],
    private readonly constraints: readonly BoolTerm[],
    private readonly attempts: number,
  ) {}

  /** @param equal the variables on which the two agree; those neither here nor in `own` may differ too. */
  differ(own: readonly Variable[], equal: readonly Variable[], isReal: (pair: Pair) => boolean): Promise<Difference> {
    const { space } = this.finder;
    return space ? Promise.resolve(this.listed(space, equal, isReal)) : this.searched(own, equal, isReal);
  }

  private listed(space: FiniteSpace, equal: readonly Variable[], isReal: (pair: Pair) => boolean): Difference {
    const seen = new Map<string, Map<string, Assignment>>();
    let tried = 0;
    for (const assignment of space.assignments) {
      const rest = equal.map(({ name }) => String(assignment.get(name))).join();
      const group = getOrMake(seen, rest, () => new Map<string, Assignment>());
      const holding = space.holding(assignment, this.roots).join();
      if (group.has(holding)) continue;
      for (const one of group.values()) {
        if (isReal({ one, other: assignment })) return 'real';
        if (++tried >= this.attempts) return 'unsettled';
      }
      group.set(holding, assignment);
    }
    return tried === 0 ? 'never' : 'unsettled';
  }

  private async searched(
    own: readonly Variable[],
    equal: readonly Variable[],
    isReal: (pair: Pair) => boolean,
  ): Promise<Difference> {
    const { factory, finder } = this;
    const twin = (this.twin ??= this.made());
    const alike = equal.map((term) =>
      term.sort === 'Bool' ? factory.iff(term, twin.of.bool(term)) : factory.eq(term, twin.of.int(term)),
    );
    const blocked: BoolTerm[] = [];
    for (let attempt = 0; attempt < this.attempts; attempt++) {
      const finding = await finder.find([twin.differs, factory.and(...alike), ...blocked]);
      if (finding.kind === 'none') return attempt === 0 ? 'never' : 'unsettled';
      if (finding.kind === 'unknown') return 'unsettled';
      const { assignment } = finding;
      const other = new Map(assignment);
      for (const name of assignment.keys()) {
        const value = assignment.get(twinName(name));
        if (value !== undefined) other.set(name, value);
      }
      if (isReal({ one: assignment, other })) return 'real';
      blocked.push(this.unlike(own, assignment));
    }
    return 'unsettled';
  }

  /** A second copy of everything, told once. */
  private made(): { readonly of: Substitution; readonly differs: BoolTerm } {
    const { factory } = this;
    const variables = topological([...this.roots, ...this.constraints]).filter((term) => term.kind === 'var');
    const of = new Substitution(
      factory,
      variables.map((term) => [term, factory.renamed(term, twinName(term.name))] as const),
    );
    this.finder.constrain(this.constraints.map((term) => of.bool(term)));
    const differs = factory.or(...this.roots.map((term) => factory.and(term, factory.not(of.bool(term)))));
    return { of, differs };
  }

  /** Some variable in question has another value than in the assignment. */
  private unlike(own: readonly Variable[], assignment: Assignment): BoolTerm {
    const { factory } = this;
    return factory.or(
      ...own.map((term) => {
        const value = assignment.get(term.name);
        if (term.sort === 'Bool') return value === true ? factory.not(term) : term;
        return typeof value === 'bigint' ? factory.not(factory.eq(term, factory.int(value))) : factory.false;
      }),
    );
  }
}

const twinName = (name: string): string => `${name}.twin`;
