import { type CoreRule } from '@ostiary/policy';
import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { firing } from '../ask/calls-where.js';
import type { Hunt } from '../ask/hunt.js';
import { findCalls } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { unitsOf, type Limit, limitsOf, readsUnit } from '../ask/units.js';
import { ofOneUnit } from '../ask/unit-repairs.js';

/**
 * A limit on a bare number, or on the sum of many, whose unit stands in another argument: sat D(x) and D(x') let the number pass by the
 * limit, and only the currency differs. Amounts of type `money` have their currency with them.
 */
export const currencyMixup: BugClass = {
  id: 'B08',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools) {
      const args = hunt.entry(tool)?.args;
      if (!args) continue;
      for (const [name, pair] of unitsOf(hunt, tool, args))
        for (const rule of hunt.rulesOf(tool)) {
          for (const amount of limitsOf(hunt, rule, tool, args))
            yield await askOf(hunt, { tool, name, pair, rule, ...amount });
        }
    }
  },
};

interface At extends Limit {
  readonly tool: string;
  /** Of the unit. */
  readonly name: string;
  readonly pair: readonly [string, string];
  readonly rule: CoreRule;
}

async function askOf(hunt: Hunt, { tool, name, pair, rule, amount, lets }: At): Promise<Answered> {
  const { core } = hunt.policy;
  const guard = hunt.guardOf(rule, tool);
  const questions = hunt.questions(tool, 1);
  const { factory } = questions;
  const varied = pair.map((raw) => questions.vary({ args: { [name]: raw } }));
  const answers = varied.map((call) => questions.answer(core, call));
  const passes = answers.map((answer) => {
    const fires = answer.rules.find((each) => each.rule === rule)?.fires ?? factory.false;
    return lets ? factory.and(fires, answer[rule.effect]) : factory.and(factory.not(fires), answer.allow);
  });
  const attribute = `args.${amount}`;
  const found = await findCalls(hunt, {
    questions,
    // A rule that reads the unit has thought of it.
    goal: guard && readsUnit(core, guard, name) ? factory.false : factory.and(...passes),
    varied,
    shows: ([, ...decisions]) =>
      decisions.every((each) => {
        const decides = each?.deciding.some((deciding) => deciding.rule === rule.id);
        return lets ? each?.answer === rule.effect && decides : each?.answer === 'allow' && !decides;
      }),
    at: { rules: [rule], tool, attribute },
  });
  if (found.kind === 'answered') return found.answered;
  const steps = found.drafts
    .slice(1)
    .map((draft, index) => hunt.step(draft, words(pair[index] ?? '', pair[index] ?? '')));
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool,
      attribute,
      title: words(
        `The limit of ${named([rule], 'en')} on \`${amount}\` is the same in every \`${name}\``,
        `O limite de ${named([rule], 'pt')} sobre \`${amount}\` é o mesmo em qualquer \`${name}\``,
      ),
      detail: words(
        `\`${amount}\` is a bare number, and \`${name}\` says what of. The same number of ${pair[0]} and of ${pair[1]} passes, though one is worth far more. Ask for \`${name}\` in the rule, or declare \`${amount}\` as \`money\`.`,
        `\`${amount}\` é um número puro, e \`${name}\` diz de quê. O mesmo número de ${pair[0]} e de ${pair[1]} passa, embora um valha muito mais. Pergunte por \`${name}\` na regra, ou declare \`${amount}\` como \`money\`.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(questions),
      repairs: lets ? ofOneUnit(hunt, rule, tool, name, amount) : [],
      concerns: { tools: [tool], where: firing(rule), milder: false },
    },
  };
}
