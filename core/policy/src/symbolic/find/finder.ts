import type { SmtContext, SmtSolver } from '../solver.js';
import { ScriptWriter } from '../smtlib.js';
import { type Assignment, TermEvaluator } from '../terms/evaluate.js';
import { type BoolTerm, type Term, topological, variablesOf } from '../terms/term.js';
import { finiteDomains } from './domains.js';
import type { Claim } from './recheck.js';
import { countAssignments, type FiniteSpace, finiteSpace } from './finite-space.js';
import { FlatSearch } from './flat-search.js';

export interface None {
  readonly kind: 'none';
  /** Those of the terms that cannot hold together, by the constraints; perhaps not the fewest. */
  readonly core: readonly BoolTerm[];
  readonly by: 'cells' | 'z3';
}

export type Finding =
  | { readonly kind: 'found'; readonly assignment: Assignment }
  | None
  | { readonly kind: 'unknown'; readonly reason: string };

/** Finds assignments that satisfy the constraints and terms. */
export interface Finder {
  readonly method: 'cells' | 'z3';
  /** Set when every assignment of the roots was listed. */
  readonly space: FiniteSpace | null;
  find(terms: readonly BoolTerm[]): Promise<Finding>;
  /** As `find`, for whom any assignment will do: one that was found before is tried first, which costs no search. */
  settle(terms: readonly BoolTerm[]): Promise<Finding>;
  /** Another constraint, of every later question. */
  constrain(terms: readonly BoolTerm[]): void;
  /** Says that a report rests on what was found: a claim, unless the solver itself said so. */
  claim(none: None): void;
  /**
   * Another one for the same questions, which knows nothing of what this one was asked: what it finds depends on its own questions only.
   *
   * @param claims where its claims go
   */
  apart(claims?: Claim[]): Finder;
  /** Lets go of the solver's context. */
  close(): void;
}

export interface FinderLimits {
  /** Elementary evaluations (assignments times terms) that are done here rather than by the solver. */
  readonly evaluations: number;
  /** Of one check; see `SmtOptions.rlimit`. */
  readonly rlimit: number;
}

export const FINDER_LIMITS: FinderLimits = { evaluations: 300_000, rlimit: 5_000_000 };

/** Each keeps a value for every term it was asked about. */
const KEPT_ASSIGNMENTS = 16;

/**
 * Tries every representative assignment when there are few, which needs no solver and is exact; else asks the solver, in one context
 * that is kept for all questions. What is proved here and claimed can be asked of the solver as well: see `Recheck`.
 *
 * @param roots terms that will be asked about; a question about variables that none of them has goes to the solver.
 * @param claims where its claims go; nowhere unless given
 */
export function makeFinder(
  roots: readonly BoolTerm[],
  constraints: readonly BoolTerm[],
  solver: SmtSolver | null,
  limits: FinderLimits,
  claims?: Claim[],
): Finder {
  const all = [...roots, ...constraints];
  const known = new Set<Term>(topological(all));
  const domains = finiteDomains(all);
  const isSmall = domains !== null && countAssignments(domains) * known.size <= limits.evaluations;
  const ways: Ways = {
    known,
    constraints,
    space: isSmall ? finiteSpace(domains, constraints) : null,
    search:
      domains && !isSmall && limits.evaluations > 0 ? new FlatSearch(domains, constraints, limits.evaluations) : null,
    open: () => new SolverQuestion(constraints, solver, limits),
  };
  return finderIn(ways, claims);
}

interface Ways {
  /** The terms of which every variable has a domain. */
  readonly known: Set<Term>;
  readonly constraints: readonly BoolTerm[];
  readonly space: FiniteSpace | null;
  readonly search: FlatSearch | null;
  readonly open: () => SolverQuestion;
}

function finderIn(ways: Ways, claims?: Claim[]): Finder {
  const { known, constraints, space, search, open } = ways;
  const asked = open();
  let isConstrained = false;
  const searched = (terms: readonly BoolTerm[]): Finding | null => {
    if (!search || isConstrained || !terms.every((term) => isMadeOf(known, term))) return null;
    const found = search.find(terms);
    if (found.kind === 'given_up') return null;
    return found.kind === 'found' ? found : byCells(terms.filter((_, at) => found.core.has(at)));
  };
  const listed = (terms: readonly BoolTerm[]): Finding | null => {
    const never = terms.find((term) => term.kind === 'const' && !term.value);
    if (never) return byCells([never]);
    if (!space || !terms.every((term) => isMadeOf(known, term) || variablesOf([term]).every((each) => known.has(each))))
      return null;
    const assignment = space.first(terms);
    return assignment ? { kind: 'found', assignment } : byCells(terms);
  };
  return {
    get method() {
      return (space || search) && !asked.isOpen ? 'cells' : 'z3';
    },
    space,
    find: async (terms) => listed(terms) ?? searched(terms) ?? asked.find(terms),
    settle: async (terms) => listed(terms) ?? searched(terms) ?? asked.foundBefore(terms) ?? asked.find(terms),
    constrain: (terms) => {
      isConstrained = true;
      asked.constrain(terms);
    },
    claim: ({ core, by }) => {
      if (by === 'cells') claims?.push({ constraints, terms: core });
    },
    apart: (own) => finderIn(ways, own),
    close: () => {
      asked.close();
    },
  };
}

const byCells = (core: readonly BoolTerm[]): None => ({ kind: 'none', core, by: 'cells' });

/** Whether a term is only put together of some others, and of words of strings; then it is one of them, too. */
function isMadeOf(known: Set<Term>, term: BoolTerm): boolean {
  if (known.has(term)) return true;
  const isMade =
    term.kind === 'const' ||
    (term.kind === 'not' && isMadeOf(known, term.of)) ||
    ((term.kind === 'and' || term.kind === 'or') && term.of.every((part) => isMadeOf(known, part))) ||
    (term.kind === 'zero' && variablesOf([term]).every((each) => each.word && known.has(each)));
  if (isMade) known.add(term);
  return isMade;
}

/** What the solver is told and asked: opened when it is first needed. */
class SolverQuestion {
  private readonly writer = new ScriptWriter();
  private context: SmtContext | null = null;
  /** Of the assignments found since the last constraint, the newest first. */
  private found: TermEvaluator[] = [];

  constructor(
    private fresh: readonly BoolTerm[],
    private readonly solver: SmtSolver | null,
    private readonly limits: FinderLimits,
  ) {}

  constrain(terms: readonly BoolTerm[]): void {
    this.fresh = [...this.fresh, ...terms];
    this.found = [];
  }

  /** Whether it was needed. */
  get isOpen(): boolean {
    return this.context !== null;
  }

  foundBefore(terms: readonly BoolTerm[]): Finding | null {
    const fitting = this.found.find((each) => terms.every((term) => each.bool(term)));
    return fitting ? { kind: 'found', assignment: fitting.assignment } : null;
  }

  async find(terms: readonly BoolTerm[]): Promise<Finding> {
    if (!this.solver) return { kind: 'unknown', reason: 'no_solver' };
    this.context ??= this.solver.open();
    const { writer } = this;
    writer.assert(this.fresh);
    this.fresh = [];
    const assumptions = writer.assume(terms);
    const step = { text: writer.step(), variables: writer.variables, assumptions };
    const answer = await this.context.check(step, { rlimit: this.limits.rlimit });
    switch (answer.status) {
      case 'sat': {
        const assignment = new Map<string, boolean | bigint>();
        for (const [name, value] of Object.entries(answer.model))
          assignment.set(name, typeof value === 'boolean' ? value : BigInt(value));
        this.found = [new TermEvaluator(assignment), ...this.found].slice(0, KEPT_ASSIGNMENTS);
        return { kind: 'found', assignment };
      }
      case 'unsat':
        return { kind: 'none', core: terms.filter((_, at) => answer.core.includes(assumptions[at] ?? '')), by: 'z3' };
      case 'unknown':
        return { kind: 'unknown', reason: answer.reason };
    }
  }

  close(): void {
    this.context?.close();
    this.context = null;
  }
}
