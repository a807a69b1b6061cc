import type { BugClass } from '../ask/bug-class.js';
import { conditionsOf } from '../ask/conditions.js';
import { WrittenCondition } from '../ask/mend.js';
import { named, words } from '../ask/text.js';
import { weaknessOf } from '../ask/weakness.js';
import { answeredBy } from '../ask/weakness-bug.js';

/** A limit on a sum that leaves the present call out: sat D(x) milder than with `including this`. */
export const presentCallForgotten: BugClass = {
  id: 'H07',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { expr, role, rule } = condition;
      if (role !== 'limits' || expr.op !== 'sum' || expr.own !== null) continue;
      const tools = condition.tools.filter((tool) => expr.event.tools.includes(tool));
      if (tools.length === 0) continue;
      const edits = [WrittenCondition.of(hunt, expr)?.includingThis() ?? null];
      const weakness = await weaknessOf(hunt, { condition, edits, tools });
      const field = expr.field.join('.');
      const answered = answeredBy(hunt, condition, weakness, (tool) => ({
        attribute: `args.${field}`,
        severity: 'high',
        title: words(
          `${named([rule], 'en')} does not count the call that it decides`,
          `${named([rule], 'pt')} não conta a chamada que decide`,
        ),
        detail: words(
          `The sum of \`${field}\` is taken over earlier calls only. As long as it is within the limit, the next call of \`${tool}\` may be of any size, and passes the limit.`,
          `A soma de \`${field}\` só tem as chamadas anteriores. Enquanto está dentro do limite, a chamada seguinte de \`${tool}\` pode ser de qualquer valor, e passa o limite.`,
        ),
        expected: words(
          'The last call should be stopped: with it the sum is over the limit.',
          'A última chamada devia ser travada: com ela a soma passa o limite.',
        ),
        repair: words('Count the present call in: `including this`', 'Conte a chamada atual: `including this`'),
      }));
      if (answered) yield answered;
    }
  },
};
