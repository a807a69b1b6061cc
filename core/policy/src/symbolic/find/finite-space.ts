import { type Assignment, TermEvaluator } from '../terms/evaluate.js';
import type { BoolTerm } from '../terms/term.js';
import type { Domain } from './domains.js';
import { getOrMake } from '../../maps.js';

/** All assignments of a finite set of domains that satisfy the constraints. */
export interface FiniteSpace {
  readonly assignments: readonly Assignment[];
  first(terms: readonly BoolTerm[]): Assignment | null;
  /** Which of the terms hold. */
  holding(assignment: Assignment, terms: readonly BoolTerm[]): readonly boolean[];
}

/** How many assignments the domains allow, constraints aside. See docs/adr/0034. */
export function countAssignments(domains: readonly Domain[]): number {
  return domains.reduce((product, domain) => product * domain.values.length, 1);
}

/** In order of how little is set: those with the fewest truths come first. */
export function finiteSpace(domains: readonly Domain[], constraints: readonly BoolTerm[]): FiniteSpace {
  const assignments = enumerate(domains)
    .filter((assignment) => {
      const evaluator = new TermEvaluator(assignment);
      return constraints.every((term) => evaluator.bool(term));
    })
    .toSorted((a, b) => truths(a) - truths(b));
  const evaluators = new Map<Assignment, TermEvaluator>();
  const evaluatorOf = (assignment: Assignment): TermEvaluator =>
    getOrMake(evaluators, assignment, () => new TermEvaluator(assignment));
  return {
    assignments,
    first: (terms) =>
      assignments.find((assignment) => terms.every((term) => evaluatorOf(assignment).bool(term))) ?? null,
    holding: (assignment, terms) => terms.map((term) => evaluatorOf(assignment).bool(term)),
  };
}

function truths(assignment: Assignment): number {
  let count = 0;
  for (const value of assignment.values()) if (value === true) count++;
  return count;
}

function enumerate(domains: readonly Domain[]): Assignment[] {
  let partial: Map<string, boolean | bigint>[] = [new Map()];
  for (const { name, values } of domains) {
    partial = values.flatMap((value) => partial.map((assignment) => new Map(assignment).set(name, value)));
  }
  return partial;
}
