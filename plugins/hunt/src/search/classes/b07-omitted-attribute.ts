import type { Draft } from '@ostiary/policy/symbolic';
import { strictness } from '@ostiary/policy';
import { type Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { words } from '../ask/text.js';

/** An optional argument that, left out, makes the answer milder: sat D(x without a) < D(x). Not where the tool's own default is milder too: B12. */
export const omittedAttribute: BugClass = {
  id: 'B07',
  async *ask(hunt) {
    for (const tool of hunt.tools)
      for (const [name, field] of Object.entries(hunt.entry(tool)?.args.fields ?? {}))
        if (!field.required && field.default === undefined) yield await askOf(hunt, tool, name);
  },
};

async function askOf(hunt: Hunt, tool: string, name: string): Promise<Answered> {
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const without = questions.vary({ args: { [name]: undefined } });
  const [whole, less] = [questions.answer(core), questions.answer(core, without)];
  const isReal = ([one, other]: readonly Draft[]): boolean => {
    const [before, after] = [one && hunt.decide(one), other && hunt.decide(other)];
    return !!before && !!after && strictness[after.answer] < strictness[before.answer];
  };
  const found = await questions.find(less.milderThan(whole), isReal, [without]);
  if (found.kind === 'never') return { kind: 'clear', bound: hunt.boundOf(questions) };
  if (found.kind === 'undecided') return { ...found, rules: [], tool, attribute: `args.${name}` };
  const [one, other] = found.drafts.map((draft) => hunt.step(draft));
  if (!one || !other) throw new RangeError('a pair of less than two');
  const rules = hunt.rulesOf(tool).filter(({ id }) => one.deciding.includes(id));
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules,
      tool,
      attribute: `args.${name}`,
      title: words(
        `Leaving out \`${name}\` makes \`${tool}\` milder`,
        `Omitir \`${name}\` torna \`${tool}\` mais branda`,
      ),
      detail: words(
        `With \`${name}\` the answer is ${one.answer}. The same call without it is answered ${other.answer}: whoever leaves it out gets round the rule.`,
        `Com \`${name}\` a resposta é ${one.answer}. A mesma chamada sem ele recebe ${other.answer}: quem o omite contorna a regra.`,
      ),
      witness: { kind: 'calls', steps: [one, other] },
      bound: hunt.boundOf(questions),
    },
  };
}
