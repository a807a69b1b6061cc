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
      title: words(`${named(pair, 'en')} contradict each other`, `${named(pair, 'pt')} contradizem-se`),
      detail: words(
        `Their conditions are true for exactly the same calls, but their effects are ${effects}. The stricter rule always wins, so the other one never decides. One of the two is probably not what was meant.`,
        `As condições são verdadeiras exatamente para as mesmas chamadas, mas os efeitos são ${effects}. Ganha sempre a regra mais severa, por isso a outra nunca decide. Provavelmente uma das duas não é o que se pretendia.`,
      ),
      bound: EXACT,
      ...(step && { witness: { kind: 'call', steps: [step] } as const }),
      repairs: [
        {
          title: words(
            `Remove ${named([milder], 'en')}, which never decides`,
            `Remover ${named([milder], 'pt')}, que nunca decide`,
          ),
          text: withoutRules(hunt, [milder]),
        },
        {
          title: words('Remove both: the default says the same', 'Remover as duas: o valor por omissão diz o mesmo'),
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
