import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { findMilder } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { stoppedWithout } from './b07-omitted-attribute.js';

/** Leaving an argument out is milder than giving the value that the tool then takes: sat D(x without a) < D(x with its default). */
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
  const goal = questions.answer(core, mild).milderThan(questions.answer(core, strict));
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
  const rules = hunt.rulesOf(tool).filter(({ id }) => found.strict.deciding.includes(id));
  const by = {
    en: rules.length > 0 ? ` by ${named(rules, 'en')}` : '',
    pt: rules.length > 0 ? ` por ${named(rules, 'pt')}` : '',
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
