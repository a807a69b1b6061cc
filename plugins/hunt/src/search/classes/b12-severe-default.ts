import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { decidingRules } from '../ask/deciding.js';
import type { Hunt } from '../ask/hunt.js';
import { findMilder, isMilder } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { stoppedWithout } from '../ask/stopped-without.js';

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
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const strict = questions.vary({ args: { [name]: value } });
  const mild = questions.vary({ args: { [name]: undefined } });
  const strictly = questions.answer(core, strict);
  const goal = questions.answer(core, mild).milderThan(strictly);
  const attribute = `args.${name}`;
  const shown = `\`${JSON.stringify(value)}\``;
  const found = await findMilder(hunt, questions, [{ strict, mild, goal, about: null }], {
    at: { rules: [], tool, attribute },
    labels: () => [
      words(`with ${shown}, said`, `com ${shown}, dito`),
      words('left out, which means the same', 'omitido, que significa o mesmo'),
    ],
  });
  if (found.kind === 'answered') return found.answered;
  const steps = [found.strict, found.mild];
  const rules = await decidingRules(
    hunt,
    {
      questions,
      goal,
      varied: [strict, mild],
      shows: ([, with_, without]) => isMilder(without && hunt.decide(without), with_ && hunt.decide(with_)),
      answers: [[1, strictly]],
    },
    [found.strict, found.strict],
  );
  const deciding = rules.filter(({ id }) => found.strict.deciding.includes(id));
  const by = {
    en: deciding.length > 0 ? ` by ${named(deciding, 'en')}` : '',
    pt: deciding.length > 0 ? ` por ${named(deciding, 'pt')}` : '',
  };
  const [rule] = rules;
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules,
      knownBy: [],
      tool,
      attribute,
      title: words(
        `\`${tool}\` takes ${shown} when \`${name}\` is left out, and the policy does not`,
        `\`${tool}\` assume ${shown} quando \`${name}\` é omitido, e a política não`,
      ),
      detail: words(
        `With \`${name}\` at ${shown} the answer is ${found.strict.answer}${by.en}. Left out, it is ${found.mild.answer}; but the catalogue says that \`${tool}\` then takes ${shown}, so it does the same.`,
        `Com \`${name}\` em ${shown} a resposta é ${found.strict.answer}${by.pt}. Omitido, é ${found.mild.answer}; mas o catálogo diz que \`${tool}\` assume então ${shown}, logo faz o mesmo.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(questions),
      ...(rule && stoppedWithout(hunt, tool, name, rule)),
    },
  };
}
