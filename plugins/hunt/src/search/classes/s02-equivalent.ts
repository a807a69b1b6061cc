import type { CoreRule } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { withoutRules } from '../ask/written/rule-edits.js';
import { named, words } from '../ask/hunt/text.js';
import { byKey } from '../fingerprint/rule-key.js';

/**
 * Two rules of one effect that fire for the same calls: unsat V and (T(i) xor T(j)), where they are undefined as well. Of several such rules
 * each is paired with the first, in an order that does not depend on where they stand.
 */
export const equivalent: BugClass = {
  id: 'S02',
  each: 'rules',
  async *ask(hunt, { rules }) {
    const seen = new Map<string, CoreRule>();
    for (const rule of rules.toSorted(byKey(hunt.policy.core))) {
      if ((await hunt.canBeTrue(rule)).kind === 'never') continue;
      const meaning = await hunt.meaningOf(rule, ['holds', 'fires']);
      if (meaning === null) {
        yield { kind: 'undecided', reason: 'resource_limit', rules: [rule], severity: 'low' };
        continue;
      }
      const key = `${rule.effect} ${meaning}`;
      const first = seen.get(key);
      if (!first) {
        seen.set(key, rule);
        yield CLEAR;
        continue;
      }
      yield told(
        hunt,
        [first, rule].toSorted((a, b) => a.index - b.index),
      );
    }
  },
};

function told(hunt: Hunt, pair: readonly CoreRule[]): Answered {
  const effect = pair[0]?.effect ?? '';
  return {
    kind: 'found',
    bug: {
      severity: 'low',
      rules: pair,
      title: words(
        `${named(pair, 'en')} are the same rule written twice`,
        `${named(pair, 'pt')} são a mesma regra escrita duas vezes`,
      ),
      detail: words(
        `Both apply to the same calls, and both ${effect}. If you change only one of them, the other may still decide as before. Keep one.`,
        `As duas aplicam-se às mesmas chamadas, com o mesmo efeito (\`${effect}\`). Se mudar só uma, a outra ainda pode decidir como antes. Mantenha uma.`,
      ),
      bound: EXACT,
      repairs: [{ title: words('Remove the second', 'Remover a segunda'), text: withoutRules(hunt, pair.slice(1)) }],
    },
  };
}
