import type { CoreRule } from '@ostiary/policy';
import type { PlayedStep, PropertyResult } from '@ostiary/policy/symbolic';
import { type Answered, type Bug, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { statedProperties, type StatedProperty } from '../ask/properties.js';
import { limiting } from '../ask/property-limits.js';
import { brokenSession, eventTools } from '../ask/session-properties.js';
import { boundOf, sessionWitness } from '../ask/sessions.js';
import { named, words } from '../ask/text.js';

/** What a policy states about itself is not so: sat of a call, or a session, that breaks a property and no assumption. */
export const propertyViolated: BugClass = {
  id: 'P01',
  async *ask(hunt) {
    for (const stated of await statedProperties(hunt))
      if (stated.result) yield* overCalls(hunt, stated, stated.result);
      else yield await overSessions(hunt, stated);
  },
};

function overCalls(hunt: Hunt, stated: StatedProperty, result: PropertyResult): readonly Answered[] {
  if (result.kind === 'undecided') {
    const {
      reason,
      tools: [tool],
    } = result;
    return [{ kind: 'undecided', reason, rules: [], ...(tool !== undefined && { tool }) }];
  }
  if (result.kind !== 'broken') return [CLEAR];
  return result.breaches.map(({ tool, call, context }): Answered => {
    const step = hunt.step({ call, context });
    const rules = hunt.rulesOf(tool).filter(({ id }) => step.deciding.includes(id));
    const bug = bugOf(stated, rules, `\`${tool}\``);
    return {
      kind: 'found',
      bug: {
        ...bug,
        tool,
        detail: words(
          `The policy says: ${stated.property.quantifier} "${stated.property.title}". This call is answered ${step.answer}${rules.length > 0 ? ` by ${named(rules, 'en')}` : ' by default'}, and that is not so.`,
          `A política diz: ${stated.property.quantifier} "${stated.property.title}". Esta chamada recebe ${step.answer}${rules.length > 0 ? ` por ${named(rules, 'pt')}` : ' por omissão'}, e isso não se verifica.`,
        ),
        witness: { kind: 'call', steps: [step] },
        bound: EXACT,
      },
    };
  });
}

async function overSessions(hunt: Hunt, stated: StatedProperty): Promise<Answered> {
  const { property } = stated;
  const found = await brokenSession(hunt, property);
  if (found.kind === 'undecided') return { ...found, rules: [] };
  if (found.kind === 'never') return { kind: 'clear', bound: boundOf(found) };
  const witness = sessionWitness(hunt, found.steps, (_, at) =>
    at === found.steps.length - 1
      ? words('By now the property is broken', 'Neste momento a propriedade já não se verifica')
      : null,
  );
  const let_ = new Set(witness.steps.flatMap(({ deciding }, at) => (runs(found.steps[at]) ? deciding : [])));
  const rules = hunt.policy.core.rules.filter(({ id }) => let_.has(id));
  const tools = eventTools(property);
  const [tool] = tools.length === 1 ? tools : [];
  return {
    kind: 'found',
    bug: {
      ...bugOf(stated, rules, null),
      ...(tool !== undefined && { tool }),
      detail: words(
        `The policy says of every session: ${property.quantifier} "${property.title}". It lets these calls through, and when the last one is asked for that is no longer so.`,
        `A política diz de todas as sessões: ${property.quantifier} "${property.title}". Deixa passar estas chamadas, e quando a última é pedida isso já não se verifica.`,
      ),
      witness,
      bound: { kind: 'bounded', k: found.steps.length },
      repairs: tools.flatMap((each) => {
        const text = limiting(hunt, property, each)?.text;
        return text === undefined ? [] : [{ title: words('Limit it in a rule', 'Limite-o numa regra'), text }];
      }),
    },
  };
}

const runs = (step: PlayedStep | undefined): boolean => step?.runs === true;

type Told = Pick<Bug, 'subkind' | 'severity' | 'rules' | 'knownBy' | 'title' | 'expected'>;

function bugOf({ property, name }: StatedProperty, rules: readonly CoreRule[], by: string | null): Told {
  const { title, quantifier } = property;
  return {
    subkind: name,
    severity: 'critical',
    rules,
    knownBy: [],
    title: words(
      `${by === null ? 'A session' : by} breaks "${title}"`,
      `${by === null ? 'Uma sessão' : by} quebra "${title}"`,
    ),
    expected:
      quantifier === 'never'
        ? words(`Never: ${title}.`, `Nunca: ${title}.`)
        : words(`Always: ${title}.`, `Sempre: ${title}.`),
  };
}
