import { type Answered, type Bug, CLEAR, EXACT, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { statedProperties, type StatedProperty } from '../ask/properties/properties.js';
import { withoutStretches } from '../ask/written/rule-edits.js';
import { words } from '../ask/hunt/text.js';
import { coversSome } from '../ask/properties/covered-calls.js';

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
  if (covers.kind === 'undecided') return notFound(covers, { rules: [] });
  if (covers.kind === 'never') return { kind: 'found', bug: bugOf(hunt, stated, []) };
  const { assumptions } = hunt.policy.core;
  if (assumptions.length === 0) return CLEAR;
  const still = await coversSome(hunt, property, assumptions);
  if (still.kind === 'undecided') return notFound(still, { rules: [] });
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

function bugOf(
  { policy }: Hunt,
  { property: { title, quantifier, span }, name }: StatedProperty,
  assumptions: readonly string[],
): Bug {
  const listed = assumptions.map((each) => `"${each}"`).join(', ');
  const given =
    assumptions.length === 0
      ? { en: '', pt: '' }
      : { en: ` with the assumptions ${listed}`, pt: ` com as suposições ${listed}` };
  return {
    subkind: name,
    severity: 'medium',
    rules: [],
    title: words(`"${title}" says nothing`, `"${title}" não diz nada`),
    detail: words(
      `No call meets the condition of \`${quantifier}\` "${title}"${given.en}. So the property holds whatever the rules say, and protects nothing. Look for a bound that the catalogue excludes, a misspelt value, or an attribute that no tool has.`,
      `Nenhuma chamada cumpre a condição de \`${quantifier}\` "${title}"${given.pt}. Por isso a propriedade vale digam as regras o que disserem, e não protege nada. Procure um limite que o catálogo exclui, um valor mal escrito, ou um atributo que nenhuma ferramenta tem.`,
    ),
    bound: EXACT,
    assumptions,
    repairs: [
      { title: words('Remove the property', 'Remover a propriedade'), text: withoutStretches(policy.text, [span]) },
    ],
  };
}
