import type { CorePolicy } from '../../core/ir.js';
import type { EncodedAnswer } from '../encode/answer.js';
import type { Finder } from '../find/finder.js';
import { type Assignment, TermEvaluator } from '../terms/evaluate.js';
import type { BoolTerm } from '../terms/term.js';
import { discreteVariables } from './depends-on.js';
import type { Draft } from './draft.js';
import { realise } from './realise.js';

/** `not_replayed`: models were found, but none that could be built as a real call that does as the model says. */
export type UndecidedReason = 'resource_limit' | 'no_solver' | 'not_replayed' | 'solver_unknown';

type Reached =
  | { readonly kind: 'reached'; readonly draft: Draft }
  | { readonly kind: 'never' }
  | { readonly kind: 'unsettled'; readonly reason: UndecidedReason };

/**
 * A completion in which `goal` holds and which `isReal` confirms, by both evaluators; models that cannot be built or are
 * not confirmed are set aside, a few times.
 */
export async function reach(
  core: CorePolicy,
  encoded: EncodedAnswer,
  finder: Finder,
  goal: BoolTerm,
  attempts: number,
  isReal: (draft: Draft) => boolean,
): Promise<Reached> {
  const { factory } = encoded.state;
  if (goal === factory.false) return { kind: 'never' };
  const blocked: BoolTerm[] = [];
  let preferred = encoded.plain;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const finding = await finder.find([goal, ...blocked, ...preferred]);
    if (finding.kind === 'unknown') {
      const reason =
        finding.reason === 'no_solver' || finding.reason === 'resource_limit' ? finding.reason : 'solver_unknown';
      return { kind: 'unsettled', reason };
    }
    if (finding.kind === 'none') {
      if (preferred.length > 0) {
        preferred = [];
        continue;
      }
      return blocked.length === 0 ? { kind: 'never' } : { kind: 'unsettled', reason: 'not_replayed' };
    }
    const draft = realise(core, encoded, finding.assignment);
    if (draft && isReal(draft)) return { kind: 'reached', draft };
    blocked.push(blocking(encoded, finding.assignment, [goal, ...encoded.constraints]));
  }
  return { kind: 'unsettled', reason: 'not_replayed' };
}

/** Some truth value or string is another one than in the assignment: integers alone seldom make a model real. */
function blocking(encoded: EncodedAnswer, assignment: Assignment, roots: readonly BoolTerm[]): BoolTerm {
  const { factory } = encoded.state;
  const evaluator = new TermEvaluator(assignment);
  const same = discreteVariables(roots).map((term) => {
    if (term.sort === 'Int') return factory.eq(term, factory.int(evaluator.int(term)));
    return evaluator.bool(term) ? term : factory.not(term);
  });
  return factory.not(factory.and(...same));
}
