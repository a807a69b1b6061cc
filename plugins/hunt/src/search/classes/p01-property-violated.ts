import { stopping } from '../ask/stopping.js';
import { type CoreRule } from '@ostiary/policy';
import { type PropertyResult } from '@ostiary/policy/symbolic';
import { type Answered, type Bug, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { statedProperties, type StatedProperty } from '../ask/properties.js';
import { limiting } from '../ask/property-limits.js';
import { brokenSession, eventTools } from '../ask/session-properties.js';
import { boundOf, sessionWitness } from '../ask/sessions.js';
import { named, words } from '../ask/text.js';
import { breaking, letting } from '../ask/breaking.js';

/**
 * What a policy states about itself is not so: sat of a call, or a session, that breaks a property and no assumption. The rules are those
 * that decide some call of the tool that breaks it; of a property over sessions, those that let calls of its tools through.
 */
export const propertyViolated: BugClass = {
  id: 'P01',
  async *ask(hunt) {
    for (const stated of await statedProperties(hunt))
      if (stated.result) yield* await overCalls(hunt, stated, stated.result);
      else yield await overSessions(hunt, stated);
  },
};

async function overCalls(hunt: Hunt, stated: StatedProperty, result: PropertyResult): Promise<readonly Answered[]> {
  if (result.kind === 'undecided') {
    const {
      reason,
      tools: [tool],
    } = result;
    return [{ kind: 'undecided', reason, rules: [], ...(tool !== undefined && { tool }) }];
  }
  if (result.kind !== 'broken') return [CLEAR];
  const answered: Answered[] = [];
  for (const { tool, call, context } of result.breaches) {
    const step = hunt.step({ call, context });
    const bug = bugOf(stated, await breaking(hunt, stated.property, tool, { call, context }), `\`${tool}\``);
    const rules = hunt.rulesOf(tool).filter(({ id }) => step.deciding.includes(id));
    answered.push({
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
        ...stopping(hunt, stated.property, tool),
      },
    });
  }
  return answered;
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
  const tools = eventTools(property);
  const rules = await letting(
    hunt,
    tools.filter((each) => hunt.tools.includes(each)),
  );
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
      concerns: { tools, milder: false },
      repairs: tools.flatMap((each) => {
        const text = limiting(hunt, property, each)?.text;
        return text === undefined ? [] : [{ title: words('Limit it in a rule', 'Limite-o numa regra'), text }];
      }),
    },
  };
}

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
