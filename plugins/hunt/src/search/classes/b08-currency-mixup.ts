import { type CoreRule } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { firing } from '../ask/calls/calls-where.js';
import { decides, findCalls } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { named, words } from '../ask/hunt/text.js';
import { unitsOf, type Limit, limitsOf, readsUnit } from '../ask/numbers/units.js';
import { ofOneUnit } from '../ask/numbers/unit-repairs.js';
import { variedCalls } from '../ask/calls/varied-calls.js';
import type { Bound, Step } from '../model/finding.js';

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

async function askOf(hunt: Hunt, at: At): Promise<Answered> {
  const { tool, name, pair, rule, amount, lets } = at;
  const guard = hunt.guardOf(rule, tool);
  const questions = hunt.questions(tool, 1);
  const { factory } = questions;
  const ofUnits = variedCalls(hunt, questions, ...pair.map((raw) => ({ args: { [name]: raw } })));
  const passes = ofUnits.map(({ answer }) => {
    const fires = answer.firing(rule);
    return lets ? factory.and(fires, answer[rule.effect]) : factory.and(factory.not(fires), answer.allow);
  });
  const found = await findCalls(hunt, {
    questions,
    // A rule that reads the unit has thought of it.
    goal: guard && readsUnit(hunt.policy.core, guard, name) ? factory.false : factory.and(...passes),
    varied: ofUnits.map(({ call }) => call),
    shows: ([, ...decisions]) =>
      decisions.every((each) => each?.answer === (lets ? rule.effect : 'allow') && decides(rule, each) === lets),
    at: { rules: [rule], attribute: `args.${amount}` },
  });
  if (found.kind === 'answered') return found.answered;
  const steps = found.drafts.slice(1).map((draft, index) => {
    const unit = pair[index] ?? '';
    return hunt.step(draft, words(unit, unit));
  });
  return told(hunt, at, steps, hunt.boundOf(questions));
}

function told(
  hunt: Hunt,
  { tool, name, pair, rule, amount, lets }: At,
  steps: readonly Step[],
  bound: Bound,
): Answered {
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool,
      attribute: `args.${amount}`,
      title: words(
        `The limit of ${named([rule], 'en')} on \`${amount}\` is the same in every \`${name}\``,
        `O limite de ${named([rule], 'pt')} sobre \`${amount}\` é o mesmo em qualquer \`${name}\``,
      ),
      detail: words(
        `\`${amount}\` is a plain number, and \`${name}\` says what it counts. The same number of ${pair[0]} and of ${pair[1]} passes, though one is worth far more. Test \`${name}\` in the rule, or declare \`${amount}\` as \`money\`.`,
        `\`${amount}\` é um número puro, e \`${name}\` diz o que ele conta. O mesmo número de ${pair[0]} e de ${pair[1]} passa, embora um valha muito mais. Teste \`${name}\` na regra, ou declare \`${amount}\` como \`money\`.`,
      ),
      witness: { kind: 'calls', steps },
      bound: bound,
      repairs: lets ? ofOneUnit(hunt, rule, tool, name, amount) : [],
      concerns: { tools: [tool], where: firing(rule), milder: false },
    },
  };
}
