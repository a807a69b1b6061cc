import { type CoreExpr, type CoreProperty, variantFor } from '@ostiary/policy';
import type { Draft, Exists } from '@ostiary/policy/symbolic';
import type { Hunt } from '../hunt/hunt.js';
import { isAboutAnswer } from './properties.js';
import { conjunctsOf, disjunctsOf } from '../guards/tests.js';

type Statement = Pick<CoreProperty, 'variants'>;

/** Whether there is a call that a property is about, and of which no assumption is false. */
export async function coversSome(
  hunt: Hunt,
  property: CoreProperty,
  assumptions: readonly Statement[],
): Promise<Exists> {
  let open: Exists | null = null;
  for (const tool of hunt.tools) {
    const guardOf = ({ variants }: Statement): CoreExpr | null => variantFor(variants, tool)?.guard ?? null;
    const guard = guardOf(property);
    if (!guard || isAboutOthers(property, guard)) continue;
    const facts = assumptions.flatMap((each) => guardOf(each) ?? []);
    const asked = askedOfCalls(property, guard);
    const questions = hunt.ownQuestions(tool);
    const { factory } = questions;
    const truthOf = (expr: CoreExpr) => questions.truth(hunt.policy.core, expr);
    const covered = asked
      ? factory.and(...asked.tests.map((test) => (asked.when ? truthOf(test).holds : falseOf(truthOf(test)))))
      : factory.not(truthOf(guard).undefined);
    const assumed = facts.map((fact) => factory.not(falseOf(truthOf(fact))));
    const isReal = (draft: Draft): boolean =>
      hunt.decide(draft) !== null &&
      facts.every((fact) => hunt.truthOf(fact, draft) !== false) &&
      (asked
        ? asked.tests.every((test) => hunt.truthOf(test, draft) === asked.when)
        : hunt.truthOf(guard, draft) !== null);
    const found = await questions.exists(factory.and(covered, ...assumed), isReal);
    if (found.kind === 'found') return found;
    if (found.kind === 'undecided') open ??= found;

    function falseOf({ holds, undefined: unknown }: ReturnType<typeof truthOf>) {
      return factory.and(factory.not(holds), factory.not(unknown));
    }
  }
  return open ?? { kind: 'never' };
}

/** Whether a property holds of a tool by its name alone: it is about other tools. */
const isAboutOthers = ({ quantifier }: CoreProperty, guard: CoreExpr): boolean =>
  guard.op === 'const' && guard.value === (quantifier === 'always');

/**
 * What a property over calls asks of a call beside the answer: tests that must be as `when` says for it to be about the call. Null where it
 * asks nothing but the answer, or nothing of the answer: then it covers the calls for which it has a truth.
 */
function askedOfCalls(
  { quantifier }: CoreProperty,
  guard: CoreExpr,
): { readonly tests: readonly CoreExpr[]; readonly when: boolean } | null {
  const parts = quantifier === 'never' ? conjunctsOf(guard) : disjunctsOf(guard);
  const tests = parts.filter((test) => !isAboutAnswer(test));
  if (tests.length === 0 || tests.length === parts.length) return null;
  return { tests, when: quantifier === 'never' };
}
