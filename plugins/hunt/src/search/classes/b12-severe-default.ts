import type { CoreRule } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { decidingRules } from '../ask/calls/deciding.js';
import type { CallsAsked } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { findMilder, isMilder, pairOf } from '../ask/calls/milder.js';
import { stoppedWithout } from '../ask/rules/stopped-without.js';
import { by, words } from '../ask/hunt/text.js';
import { variedCalls } from '../ask/calls/varied-calls.js';
import type { Bound, Step } from '../model/finding.js';

/**
 * Leaving an argument out is milder than giving the value that the tool then takes: sat D(x without a) < D(x with its default). Its rules
 * are those that decide x with the default in some such pair.
 */
export const severeDefault: BugClass = {
  id: 'B12',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const [name, field] of Object.entries(hunt.entry(tool)?.args.fields ?? {}))
        if (!field.required && field.default !== undefined && field.default !== null)
          yield await askOf(hunt, tool, name, field.default);
  },
};

async function askOf(hunt: Hunt, tool: string, name: string, value: unknown): Promise<Answered> {
  const questions = hunt.questions(tool, 1);
  const [said, omitted] = variedCalls(hunt, questions, { args: { [name]: value } }, { args: { [name]: undefined } });
  const pair = pairOf(said, omitted, null);
  const at = { rules: [], attribute: `args.${name}` };
  const shown = shownAs(value);
  const found = await findMilder(hunt, questions, [pair], {
    at,
    labels: () => [
      words(`with ${shown} given`, `com ${shown} dado`),
      words('left out, with the same effect', 'omitido, com o mesmo efeito'),
    ],
  });
  if (found.kind === 'answered') return found.answered;
  const { strict, mild } = found;
  const asked: CallsAsked = {
    questions,
    goal: pair.goal,
    varied: [said.call, omitted.call],
    shows: ([, with_, without]) => isMilder(without, with_),
    at,
  };
  const rules = await decidingRules(hunt, asked, [[1, said.answer]], [strict, strict]);
  return told(hunt, { tool, name, value }, rules, [strict, mild], hunt.boundOf(questions));
}

const shownAs = (value: unknown): string => `\`${JSON.stringify(value)}\``;

interface Default {
  readonly tool: string;
  readonly name: string;
  readonly value: unknown;
}

function told(
  hunt: Hunt,
  { tool, name, value }: Default,
  rules: readonly CoreRule[],
  [strict, mild]: readonly [Step, Step],
  bound: Bound,
): Answered {
  const shown = shownAs(value);
  const deciding = by(rules.filter(({ id }) => strict.deciding.includes(id)));
  const [rule] = rules;
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules,
      knownBy: [],
      tool,
      attribute: `args.${name}`,
      title: words(
        `\`${tool}\` uses ${shown} when \`${name}\` is left out, but the policy does not`,
        `\`${tool}\` usa ${shown} quando \`${name}\` é omitido, mas a política não o diz`,
      ),
      detail: words(
        `With \`${name}\` at ${shown} the answer is \`${strict.answer}\`${deciding.en}. With \`${name}\` left out it is \`${mild.answer}\`. But the catalogue says that \`${tool}\` then uses ${shown}, so both calls do the same.`,
        `Com \`${name}\` em ${shown} a resposta é \`${strict.answer}\`${deciding.pt}. Com \`${name}\` omitido, é \`${mild.answer}\`. Mas o catálogo diz que \`${tool}\` usa então ${shown}, e assim as duas chamadas fazem o mesmo.`,
      ),
      witness: { kind: 'calls', steps: [strict, mild] },
      bound,
      ...(rule && stoppedWithout(hunt, tool, name, rule)),
    },
  };
}
