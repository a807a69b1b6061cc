import { type CoreRule, strictness } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { withoutRules } from '../ask/written/rule-edits.js';
import { named, words } from '../ask/hunt/text.js';
import { byKey } from '../fingerprint/rule-key.js';
import type { Step } from '../model/finding.js';

/**
 * Rules of different effects whose guards are true of the same calls: T(i) exactly where T(j). Of several such rules each is paired with
 * the first of another effect, in an order that does not depend on where they stand.
 */
export const contradiction: BugClass = {
  id: 'S03',
  each: 'rules',
  async *ask(hunt, { rules }) {
    const seen = new Map<string, CoreRule[]>();
    for (const rule of rules.toSorted(byKey(hunt.policy.core))) {
      if ((await hunt.canBeTrue(rule)).kind === 'never') continue;
      const meaning = await hunt.meaningOf(rule, ['holds']);
      if (meaning === null) {
        yield { kind: 'undecided', reason: 'resource_limit', rules: [rule] };
        continue;
      }
      const same = seen.get(meaning) ?? [];
      const other = same.find(({ effect }) => effect !== rule.effect);
      seen.set(meaning, [...same, rule]);
      const [first, second] = other && other.index < rule.index ? [other, rule] : [rule, other];
      yield first && second ? told(hunt, [first, second], await both(hunt, [first, second])) : CLEAR;
    }
  },
};

function told(hunt: Hunt, pair: readonly [CoreRule, CoreRule], step: Step | null): Answered {
  const [one, other] = pair;
  const milder = strictness[one.effect] < strictness[other.effect] ? one : other;
  const effects = pair.map(({ effect }) => `\`${effect}\``).join(', ');
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: pair,
      title: words(
        `${named(pair, 'en')} say different things of the same calls`,
        `${named(pair, 'pt')} dizem coisas diferentes das mesmas chamadas`,
      ),
      detail: words(
        `Their conditions are true of exactly the same calls, and their effects are ${effects}. The stricter one wins always, so the other is dead text, or one of the two is not what was meant.`,
        `As suas condições são verdadeiras exatamente nas mesmas chamadas, e os efeitos são ${effects}. Vence sempre a mais estrita, por isso a outra é texto morto, ou uma das duas não é o que se pretendia.`,
      ),
      bound: EXACT,
      ...(step && { witness: { kind: 'call', steps: [step] } as const }),
      repairs: [
        {
          title: words(
            `Remove ${named([milder], 'en')}, which never decides`,
            `Retirar ${named([milder], 'pt')}, que nunca decide`,
          ),
          text: withoutRules(hunt, [milder]),
        },
        {
          title: words('Remove both: the default says the same', 'Retirar ambas: a omissão diz o mesmo'),
          text: withoutRules(hunt, pair),
        },
      ],
    },
  };
}

/** A call of which both are true. */
async function both(hunt: Hunt, [one, other]: readonly [CoreRule, CoreRule]): Promise<Step | null> {
  const isReal = (draft: Draft): boolean => hunt.truth(one, draft) === true && hunt.truth(other, draft) === true;
  for (const tool of hunt.toolsOf(one)) {
    const about = hunt.about(tool);
    const found = await about.questions.find(
      about.questions.factory.and(about.ofRule(one).holds, about.ofRule(other).holds),
      ([draft]) => hunt.decide(draft) !== null && isReal(draft),
    );
    if (found.kind === 'found') return hunt.step(found.drafts[0]);
  }
  return null;
}
