import type { Finder } from '../find/finder.js';
import { type Assignment, TermEvaluator } from '../terms/evaluate.js';
import { type BoolTerm, variablesOf } from '../terms/term.js';
import type { ClosedWorld } from './closed.js';
import type { Draft } from '../evidence/draft.js';

/**
 * `not_replayed`: models were found, but none that could be built as a real call that does as the model says. `engines_disagree`: one
 * was built from an encoding that allows for nothing more than there is, and the evaluators say otherwise: a fault of this program.
 */
export type UndecidedReason = 'resource_limit' | 'no_solver' | 'not_replayed' | 'solver_unknown' | 'engines_disagree';

export type Reached<Of = Draft> =
  | { readonly kind: 'reached'; readonly draft: Of }
  | { readonly kind: 'never' }
  | { readonly kind: 'unsettled'; readonly reason: UndecidedReason };

/** A closed world, searched. */
export interface Search<Of = Draft> {
  readonly closed: ClosedWorld;
  readonly finder: Finder;
  /** Models tried while they cannot be built, or are not confirmed. */
  readonly attempts: number;
  readonly realise: (assignment: Assignment) => Of | null;
}

/**
 * A completion in which `goal` holds and which `isReal` confirms, by both evaluators; models that cannot be built or are
 * not confirmed are set aside, a few times.
 */
export async function reach<Of = Draft>(
  search: Search<Of>,
  goal: BoolTerm,
  isReal: (draft: Of) => boolean,
): Promise<Reached<Of>> {
  const { closed, finder } = search;
  const blocked: BoolTerm[] = [];
  let preferred = closed.plain;
  for (let attempt = 0; attempt < search.attempts; attempt++) {
    const finding = await finder.find([goal, ...blocked, ...preferred]);
    if (finding.kind === 'unknown') return { kind: 'unsettled', reason: reasonOf(finding.reason) };
    if (finding.kind === 'none') {
      // What cannot be had as one would like it is given up, the last first, and the rest is kept.
      const given = preferred.findLast((term) => finding.core.includes(term));
      if (given) {
        preferred = preferred.filter((term) => term !== given);
        attempt -= 1;
        continue;
      }
      if (blocked.length > 0) return { kind: 'unsettled', reason: 'not_replayed' };
      finder.claim(finding);
      return { kind: 'never' };
    }
    const draft = search.realise(finding.assignment);
    if (draft && isReal(draft)) return { kind: 'reached', draft };
    if (draft && closed.isExact([goal])) return { kind: 'unsettled', reason: 'engines_disagree' };
    blocked.push(otherThan(closed, finding.assignment, [goal, ...closed.constraints]));
  }
  return { kind: 'unsettled', reason: 'not_replayed' };
}

/** Why the solver did not say. */
export function reasonOf(words: string): UndecidedReason {
  return words === 'no_solver' || words === 'resource_limit' ? words : 'solver_unknown';
}

/** Some truth value or string is another one than in the assignment: integers alone seldom make a model real. */
function otherThan({ factory }: ClosedWorld, assignment: Assignment, roots: readonly BoolTerm[]): BoolTerm {
  const evaluator = new TermEvaluator(assignment);
  const same = variablesOf(roots).flatMap((term) => {
    if (term.sort === 'Bool') return [evaluator.bool(term) ? term : factory.not(term)];
    return term.word ? [factory.eq(term, factory.int(evaluator.int(term)))] : [];
  });
  return factory.not(factory.and(...same));
}
