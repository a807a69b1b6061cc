import type { CoreExpr, CoreRule } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { conjunctsOf } from '../ask/conjuncts.js';
import type { Hunt } from '../ask/hunt.js';
import { named, words } from '../ask/text.js';

/** A guard that is true of no call: unsat V and T(rule), for every tool the rule is about. */
export const neverSatisfied: BugClass = {
  id: 'G01',
  async *ask(hunt) {
    for (const rule of hunt.policy.core.rules) yield await askOf(hunt, rule);
  },
};

async function askOf(hunt: Hunt, rule: CoreRule): Promise<Answered> {
  const conflicts: CoreExpr[][] = [];
  for (const tool of hunt.tools) {
    const guard = hunt.guardOf(rule, tool);
    if (!guard) continue;
    const { questions, answer } = hunt.about(tool);
    const fires = answer.rules.find((each) => each.rule === rule);
    if (!fires) continue;
    const found = await questions.conflict([fires.holds]);
    if (found === 'possible') return CLEAR;
    if (found === null) return { kind: 'undecided', reason: 'resource_limit', rules: [rule], tool };
    conflicts.push([...conjunctsOf(guard)]);
  }
  if (conflicts.length === 0) return CLEAR;
  const severity = rule.effect === 'allow' ? 'medium' : 'high';
  return {
    kind: 'found',
    bug: {
      severity,
      rules: [rule],
      title: words(`${named([rule], 'en')} can never apply`, `${named([rule], 'pt')} nunca se pode aplicar`),
      detail: words(
        `No call makes the guard of ${named([rule], 'en')} true: its tests contradict one another.`,
        `Nenhuma chamada torna verdadeira a condição de ${named([rule], 'pt')}: os seus testes contradizem-se.`,
      ),
      bound: EXACT,
    },
  };
}
