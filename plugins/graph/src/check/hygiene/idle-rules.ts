import type { Rule, ToolEffects } from '../../model/index.js';
import { isAboutNothing, judgedOf } from '../questions.js';
import type { Reading } from '../reading.js';
import { type Found, undecided } from './found.js';
import type { Looks } from './looks.js';

/** Rules of which no run has the event (S10, S15). */
export function idleRules(rules: readonly Rule[], effects: ToolEffects, looks: Looks): Found[] {
  const [first] = looks.readings;
  if (first === undefined) return [];
  const found = rules.flatMap((rule): Found[] => {
    const parts = judgedOf(rule, effects, first);
    const idle = looks.readings.every(({ graph }: Reading, at) =>
      parts.every((part) => isAboutNothing(part, effects, graph, (tool) => looks.attemptsIn(at, tool))),
    );
    return idle ? [{ kind: 'vacuous_rule', target: rule.id, places: [], severity: 'medium' }] : [];
  });
  return looks.decided || found.length === rules.length ? found : [...found, undecided('vacuous_rule')];
}
