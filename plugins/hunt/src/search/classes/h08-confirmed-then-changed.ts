import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, isTally, type PlacedCondition } from '../ask/sessions/conditions.js';
import { isApproval, sharedArguments, tiedArguments } from '../ask/sessions/identifiers.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { untilFound } from '../ask/hunt/in-turn.js';
import { WrittenCondition } from '../ask/written/mend.js';
import { listed, named, words } from '../ask/hunt/text.js';
import { weaknessOf } from '../ask/sessions/weakness.js';
import { answeredBy } from '../ask/sessions/weakness-bug.js';

/** An approval kept in the history that is bound to less than the call: sat D(x) milder than where every argument they share is the same. */
export const confirmedThenChanged: BugClass = {
  id: 'H08',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { role, expr } = condition;
      if (role !== 'enables' || isTally(expr) || !isApproval(condition)) continue;
      yield* untilFound(condition.tools, (tool) => askOf(hunt, condition, tool));
    }
  },
};

async function askOf(hunt: Hunt, condition: PlacedCondition, tool: string): Promise<Answered | null> {
  const tied = tiedArguments(condition);
  const free = sharedArguments(hunt, condition, tool).filter((name) => !tied.includes(name));
  if (free.length === 0) return null;
  const { rule, expr } = condition;
  const edits = [WrittenCondition.of(hunt, expr)?.sharing(free) ?? null];
  const weakness = await weaknessOf(hunt, { condition, edits, tools: [tool] });
  const list = free.map((name) => `\`${name}\``);
  return answeredBy(hunt, condition, weakness, () => ({
    attribute: `args.${free[0] ?? ''}`,
    severity: 'critical',
    title: words(
      `After an approval by ${named([rule], 'en')}, \`${tool}\` may be called with a different ${listed(list, 'en')}`,
      `Depois de uma aprovação por ${named([rule], 'pt')}, \`${tool}\` pode ser chamada com outro ${listed(list, 'pt')}`,
    ),
    detail: words(
      `The approval in the history does not cover ${listed(list, 'en')}. A person approved one call, and a different one runs.`,
      `A aprovação no histórico não cobre ${listed(list, 'pt')}. Uma pessoa aprovou uma chamada, e outra é executada.`,
    ),
    expected: words(
      'The last call is not the one that was approved. It should need a new approval.',
      'A última chamada não é a que foi aprovada. Devia exigir uma nova aprovação.',
    ),
    repair: words(`Bind the approval to ${listed(list, 'en')}`, `Prender a aprovação a ${listed(list, 'pt')}`),
  }));
}
