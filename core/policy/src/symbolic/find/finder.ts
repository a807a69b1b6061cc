import type { Assignment } from '../terms/evaluate.js';
import type { TermFactory } from '../terms/factory.js';
import { type BoolTerm, type Term, topological } from '../terms/term.js';
import type { SmtSolver } from '../solver.js';
import { toSmtLib } from '../smtlib.js';
import { finiteDomains } from './domains.js';
import { countAssignments, type FiniteSpace, finiteSpace } from './finite-space.js';

export type Finding =
  | { readonly kind: 'found'; readonly assignment: Assignment }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Finds assignments that satisfy the constraints and terms. */
export interface Finder {
  readonly method: 'cells' | 'z3';
  find(terms: readonly BoolTerm[]): Promise<Finding>;
}

export interface FinderLimits {
  /** Elementary evaluations (assignments times terms) that are done here rather than by the solver. */
  readonly evaluations: number;
  /** See `SmtOptions.rlimit`. */
  readonly rlimit: number;
}

export const FINDER_LIMITS: FinderLimits = { evaluations: 300_000, rlimit: 5_000_000 };

/**
 * Tries every representative assignment when there are few, which needs no solver and is exact; else asks the solver.
 * `roots`: terms that will be asked about again and again; others may be asked too, each at the cost of a new search.
 */
export function makeFinder(
  factory: TermFactory,
  roots: readonly BoolTerm[],
  constraints: readonly BoolTerm[],
  solver: SmtSolver | null,
  limits: FinderLimits,
): Finder {
  const space = smallSpace(roots, constraints, limits);
  const known = new Set<Term>(topological([...roots, ...constraints]));
  return {
    method: space ? 'cells' : 'z3',
    find: (terms) => {
      const familiar = terms.every((term) => variablesOf([term]).every((variable) => known.has(variable)));
      const here = familiar ? space : smallSpace(terms, constraints, limits);
      if (!here) return solve(factory, [...constraints, ...terms], solver, limits);
      const assignment = here.first(terms);
      return Promise.resolve(assignment ? { kind: 'found', assignment } : { kind: 'none' });
    },
  };
}

function smallSpace(
  roots: readonly BoolTerm[],
  constraints: readonly BoolTerm[],
  limits: FinderLimits,
): FiniteSpace | null {
  const all = [...roots, ...constraints];
  const domains = finiteDomains(all);
  const affordable = domains !== null && countAssignments(domains) * topological(all).length <= limits.evaluations;
  return affordable ? finiteSpace(domains, constraints) : null;
}

function variablesOf(terms: readonly BoolTerm[]): Term[] {
  return topological(terms).filter((term) => term.kind === 'var');
}

async function solve(
  factory: TermFactory,
  terms: readonly BoolTerm[],
  solver: SmtSolver | null,
  limits: FinderLimits,
): Promise<Finding> {
  if (terms.includes(factory.false)) return { kind: 'none' };
  if (!solver) return { kind: 'unknown', reason: 'no_solver' };
  const script = toSmtLib(terms);
  const answer = await solver.check(script, { rlimit: limits.rlimit });
  switch (answer.status) {
    case 'sat': {
      const assignment = new Map<string, boolean | bigint>();
      for (const [name, value] of Object.entries(answer.model ?? {}))
        assignment.set(name, typeof value === 'boolean' ? value : BigInt(value));
      return { kind: 'found', assignment };
    }
    case 'unsat':
      return { kind: 'none' };
    case 'unknown':
      return { kind: 'unknown', reason: answer.reason ?? 'unknown' };
  }
}
