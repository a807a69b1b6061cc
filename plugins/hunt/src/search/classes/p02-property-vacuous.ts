import { type CoreExpr, type CoreProperty, variantFor } from '@ostiary/policy';
import type { Draft, Exists } from '@ostiary/policy/symbolic';
import { type Answered, type Bug, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { isAboutAnswer, statedProperties, type StatedProperty } from '../ask/properties.js';
import { withoutStretches } from '../ask/rule-edits.js';
import { conjunctsOf, disjunctsOf } from '../ask/tests.js';
import { words } from '../ask/text.js';

/**
 * A property that covers no call, so that it says nothing: unsat of what it asks of calls beside the answer, or of its having a truth.
 */
export const propertyVacuous: BugClass = {
  id: 'P02',
  async *ask(hunt) {
    for (const stated of await statedProperties(hunt)) if (stated.result) yield await askOf(hunt, stated);
  },
};

async function askOf(hunt: Hunt, stated: StatedProperty): Promise<Answered> {
  const { property, result } = stated;
  if (result?.kind === 'vacuous') return { kind: 'found', bug: bugOf(hunt, stated, result.assumptions) };
  const covers = await coversSome(hunt, property, []);
  if (covers.kind === 'undecided') return { ...covers, rules: [] };
  if (covers.kind === 'never') return { kind: 'found', bug: bugOf(hunt, stated, []) };
  const { assumptions } = hunt.policy.core;
  if (assumptions.length === 0) return CLEAR;
  const still = await coversSome(hunt, property, assumptions);
  if (still.kind === 'undecided') return { ...still, rules: [] };
  return still.kind === 'never'
    ? {
        kind: 'found',
        bug: bugOf(
          hunt,
          stated,
          assumptions.map(({ title }) => title),
        ),
      }
    : CLEAR;
}

type Statement = Pick<CoreProperty, 'variants'>;

/** Whether there is a call that a property is about, and of which no assumption is false. */
async function coversSome(hunt: Hunt, property: CoreProperty, assumptions: readonly Statement[]): Promise<Exists> {
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

function bugOf(
  { policy }: Hunt,
  { property: { title, quantifier, span }, name }: StatedProperty,
  assumptions: readonly string[],
): Bug {
  const listed = assumptions.map((each) => `"${each}"`).join(', ');
  const given =
    assumptions.length === 0
      ? { en: '', pt: '' }
      : { en: ` with the assumptions ${listed}`, pt: ` com os pressupostos ${listed}` };
  return {
    subkind: name,
    severity: 'medium',
    rules: [],
    title: words(`"${title}" says nothing`, `"${title}" não diz nada`),
    detail: words(
      `No call is of the kind that \`${quantifier}\` "${title}" speaks of${given.en}. So it holds whatever the rules say, and does not guard what it was written for. Look for a bound that the catalogue excludes, a misspelt value, or an attribute that no tool has.`,
      `Nenhuma chamada é do género de que fala \`${quantifier}\` "${title}"${given.pt}. Por isso verifica-se digam as regras o que disserem, e não protege aquilo para que foi escrita. Procure um limite que o catálogo exclui, um valor mal escrito, ou um atributo que nenhuma ferramenta tem.`,
    ),
    bound: EXACT,
    assumptions,
    repairs: [
      { title: words('Remove the property', 'Retirar a propriedade'), text: withoutStretches(policy.text, [span]) },
    ],
  };
}
