import type { CoreRule } from '@ostiary/policy';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, isTally } from '../ask/sessions/conditions.js';
import { isRead } from '../ask/calls/fields.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { WrittenCondition } from '../ask/written/mend.js';
import { named, words } from '../ask/hunt/text.js';
import { weaknessOf } from '../ask/sessions/weakness.js';
import { answeredBy, type WeaknessTexts } from '../ask/sessions/weakness-bug.js';

/** A limit that counts what has ended: calls that run at once do not see one another. sat D(x) milder than with `open`. */
export const inFlight: BugClass = {
  id: 'H05',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { expr, role, rule } = condition;
      if (role !== 'limits' || !isTally(expr) || expr.event.state !== 'ok') continue;
      const tools = condition.tools.filter((tool) => expr.event.tools.includes(tool));
      if (tools.length === 0) continue;
      const edits = [WrittenCondition.of(hunt, expr)?.inState('open') ?? null];
      const again = <T extends object>(step: T): T => ({ ...step, ending: null });
      const weakness = await weaknessOf(hunt, { condition, edits, tools, again });
      const answered = answeredBy(hunt, condition, weakness, (tool) => told(hunt, rule, tool));
      if (answered) yield answered;
    }
  },
};

function told(hunt: Hunt, rule: CoreRule, tool: string): WeaknessTexts {
  return {
    severity: isRead(hunt, tool) ? 'low' : 'high',
    title: words(
      `${named([rule], 'en')} does not see calls that are still running`,
      `${named([rule], 'pt')} não vê chamadas que ainda estão em execução`,
    ),
    detail: words(
      `The rule counts calls in the state \`ok\`. Calls of \`${tool}\` that are made before the first one has ended are not counted, so any number of them can go through at the same time.`,
      `A regra conta chamadas no estado \`ok\`. Chamadas de \`${tool}\` feitas antes de a primeira terminar não são contadas, e assim qualquer número delas pode passar ao mesmo tempo.`,
    ),
    expected: words(
      'The last call should be stopped: the earlier ones are still running, and will count.',
      'A última chamada devia ser bloqueada: as anteriores ainda estão em execução e vão contar.',
    ),
    repair: words('Count calls that are `open`', 'Contar as chamadas no estado `open`'),
  };
}
