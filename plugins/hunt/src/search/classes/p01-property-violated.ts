import type { CoreRule } from '@ostiary/policy';
import type { PlayedStep, PropertyResult } from '@ostiary/policy/symbolic';
import { type Answered, type Bug, CLEAR, EXACT, notFound } from '../ask/hunt/answered.js';
import { breaking, letting } from '../ask/properties/breaking.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { statedProperties, type StatedProperty } from '../ask/properties/properties.js';
import { limiting } from '../ask/properties/property-limits.js';
import { brokenSession, eventTools } from '../ask/properties/session-properties.js';
import { sessionWitness } from '../ask/sessions/sessions.js';
import { stopping } from '../ask/properties/stopping.js';
import { by, words } from '../ask/hunt/text.js';
import type { Step } from '../model/finding.js';

/**
 * What a policy states about itself is not so: sat of a call, or a session, that breaks a property and no assumption. The rules are those
 * that decide some call of the tool that breaks it; of a property over sessions, those that let calls of its tools through.
 */
export const propertyViolated: BugClass = {
  id: 'P01',
  async *ask(hunt) {
    for (const stated of await statedProperties(hunt))
      if (stated.result) yield* overCalls(hunt, stated, stated.result);
      else yield await overSessions(hunt, stated);
  },
};

async function* overCalls(hunt: Hunt, stated: StatedProperty, result: PropertyResult): AsyncGenerator<Answered> {
  if (result.kind === 'undecided') {
    const [tool] = result.tools;
    yield { kind: 'undecided', reason: result.reason, rules: [], ...(tool !== undefined && { tool }) };
  } else if (result.kind === 'broken')
    for (const { tool, call, context } of result.breaches) {
      const rules = await breaking(hunt, stated.property, tool, { call, context });
      yield { kind: 'found', bug: brokenByCall(hunt, stated, rules, hunt.step({ call, context })) };
    }
  else yield CLEAR;
}

async function overSessions(hunt: Hunt, stated: StatedProperty): Promise<Answered> {
  const found = await brokenSession(hunt, stated.property);
  if (found.kind !== 'found') return notFound(found, { rules: [] });
  const tools = eventTools(stated.property);
  const rules = await letting(
    hunt,
    tools.filter((each) => hunt.tools.includes(each)),
  );
  return { kind: 'found', bug: brokenBySession(hunt, stated, tools, rules, found.steps) };
}

function brokenByCall(hunt: Hunt, stated: StatedProperty, rules: readonly CoreRule[], step: Step): Bug {
  const { tool } = step.call;
  const deciding = by(
    hunt.rulesOf(tool).filter(({ id }) => step.deciding.includes(id)),
    words(' by default', ' por omissão'),
  );
  return {
    ...bugOf(stated, rules, `\`${tool}\``),
    tool,
    detail: words(
      `The policy says: ${stated.property.quantifier} "${stated.property.title}". This call gets \`${step.answer}\`${deciding.en}, and that breaks the property.`,
      `A política diz: ${stated.property.quantifier} "${stated.property.title}". Esta chamada recebe \`${step.answer}\`${deciding.pt}, e isso viola a propriedade.`,
    ),
    witness: { kind: 'call', steps: [step] },
    bound: EXACT,
    ...stopping(hunt, stated.property, tool),
  };
}

function brokenBySession(
  hunt: Hunt,
  stated: StatedProperty,
  tools: readonly string[],
  rules: readonly CoreRule[],
  steps: readonly PlayedStep[],
): Bug {
  const { property } = stated;
  const [tool] = tools.length === 1 ? tools : [];
  return {
    ...bugOf(stated, rules, null),
    ...(tool !== undefined && { tool }),
    detail: words(
      `The policy says of every session: ${property.quantifier} "${property.title}". It lets these calls through, and by the last one the property is broken.`,
      `A política diz de todas as sessões: ${property.quantifier} "${property.title}". Ela deixa passar estas chamadas, e na última a propriedade já está violada.`,
    ),
    witness: sessionWitness(hunt, steps, (_, at) =>
      at === steps.length - 1 ? words('Here the property is broken', 'Aqui a propriedade está violada') : null,
    ),
    bound: { kind: 'bounded', k: steps.length },
    concerns: { tools, milder: false },
    repairs: tools.flatMap((each) => {
      const text = limiting(hunt, property, each)?.text;
      return text === undefined ? [] : [{ title: words('Limit it in a rule', 'Limitar numa regra'), text }];
    }),
  };
}

type Told = Pick<Bug, 'subkind' | 'severity' | 'rules' | 'knownBy' | 'title' | 'expected'>;

function bugOf({ property, name }: StatedProperty, rules: readonly CoreRule[], what: string | null): Told {
  const { title, quantifier } = property;
  return {
    subkind: name,
    severity: 'critical',
    rules,
    knownBy: [],
    title: words(
      `${what === null ? 'A session' : what} breaks "${title}"`,
      `${what === null ? 'Uma sessão' : what} viola "${title}"`,
    ),
    expected:
      quantifier === 'never'
        ? words(`Never: ${title}.`, `Nunca: ${title}.`)
        : words(`Always: ${title}.`, `Sempre: ${title}.`),
  };
}
