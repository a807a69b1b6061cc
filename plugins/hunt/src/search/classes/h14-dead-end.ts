import type { HistoryCondition, HistoryEvent } from '@ostiary/policy';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, isOnce, type PlacedCondition } from '../ask/sessions/conditions.js';
import { repairOf } from '../ask/written/edits.js';
import { tiedArguments } from '../ask/sessions/identifiers.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { untilFound } from '../ask/hunt/in-turn.js';
import { preparedAs, WrittenCondition } from '../ask/written/mend.js';
import { withoutRules } from '../ask/written/rule-edits.js';
import { lastOf, sessionsOf, sessionWitness, toolsAround, withoutEvents } from '../ask/sessions/sessions.js';
import { named, words } from '../ask/hunt/text.js';
import { aboutCondition } from '../ask/sessions/weakness-bug.js';

const ACCIDENTS: readonly string[] = ['failed', 'refused', 'requested'];

/**
 * One accident, and the tool is refused for the rest of the session: sat an attempt that came to nothing, after which a refusal without an end
 * stands in the way of a call that was allowed before. What is refused after something was done is taken as meant.
 */
export const deadEnd: BugClass = {
  id: 'H14',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { role, rule, expr } = condition;
      const isEndless = expr.windowMs === null && isOnce(expr) && rule.effect === 'refuse';
      if (role !== 'limits' || !isEndless || !ACCIDENTS.includes(expr.event.state)) continue;
      if (tiedArguments(condition).length > 0) continue;
      // What shuts the door on itself is told of first.
      const own = (tool: string): number => (expr.event.tools.includes(tool) ? 0 : 1);
      yield* untilFound(
        condition.tools.toSorted((a, b) => own(a) - own(b)),
        (tool) => askOf(hunt, condition, tool),
      );
    }
  },
};

async function askOf(hunt: Hunt, condition: PlacedCondition, tool: string): Promise<Answered> {
  const { expr, rule } = condition;
  const open = preparedAs(hunt.policy, withoutRules(hunt, [rule]));
  if (!open) return CLEAR;
  const shape = { tools: toolsAround(hunt, tool, expr.event.tools), from: 2, most: 4 };
  const found = await sessionsOf(hunt, shape, [open]).find(
    (session) => {
      const { factory, last } = session;
      const [ours, theirs] = [session.lastAnswer(hunt.policy.core), session.lastAnswer(open.core)];
      return factory.and(last.isOf([tool]), ours.refuse, factory.not(theirs.refuse));
    },
    (steps) => isShut(hunt, lastOf(steps), tool, condition),
  );
  if (found.kind !== 'found') return notFound(found, { rules: [rule], tool });
  return told(hunt, condition, tool, found.steps);
}

/** Whether a call is refused by the rule alone, and would be let through but for the accident. */
function isShut(hunt: Hunt, { answer, draft }: PlayedStep, tool: string, { rule, expr }: PlacedCondition): boolean {
  if (draft.call.tool !== tool || answer !== 'refuse') return false;
  const deciding = hunt.decide(draft)?.deciding.map((fired) => fired.rule) ?? [];
  const before = hunt.decide(withoutEvents(draft, accidentIn(draft.context.history ?? [], expr)))?.answer;
  return deciding.join() === rule.id && before !== undefined && before !== 'refuse';
}

/** The events of calls that came to nothing: another call of the same tool, that went well, may be what lets this one through. */
function accidentIn(history: readonly HistoryEvent[], { event: { tools, state } }: HistoryCondition) {
  const accidents = new Set(history.flatMap((event) => (event.state === state ? [event.call_id] : [])));
  // Whatever was asked for is an accident of `requested`.
  return (event: HistoryEvent): boolean =>
    tools.includes(event.tool) && (state === 'requested' || accidents.has(event.call_id));
}

function told(hunt: Hunt, condition: PlacedCondition, tool: string, steps: readonly PlayedStep[]): Answered {
  const { expr, rule } = condition;
  const { tools, state } = expr.event;
  const names = tools.map((each) => `\`${each}\``).join(', ');
  return {
    kind: 'found',
    bug: {
      severity: 'medium',
      rules: [rule],
      tool,
      title: words(
        `One call of ${names} keeps \`${tool}\` refused for the rest of the session`,
        `Uma chamada de ${names} deixa \`${tool}\` recusada pelo resto da sessão`,
      ),
      detail: words(
        `A single call of ${names} in the state \`${state}\` is enough, and ${named([rule], 'en')} never ends: nothing in the session makes \`${tool}\` available again.`,
        `Basta uma chamada de ${names} no estado \`${state}\`, e ${named([rule], 'pt')} não tem fim: nada na sessão torna \`${tool}\` disponível de novo.`,
      ),
      expected: words(
        'The refusal should end: after a while, or after a success.',
        'A recusa devia acabar: depois de um tempo, ou depois de um êxito.',
      ),
      witness: sessionWitness(hunt, steps),
      bound: { kind: 'bounded', k: steps.length },
      repairs: repairOf(
        hunt,
        words('Make the refusal end after an hour', 'Fazer com que a recusa termine depois de uma hora'),
        [WrittenCondition.of(hunt, expr)?.within('1h')],
      ),
      concerns: { tools: condition.tools, where: aboutCondition(hunt, condition), milder: true },
    },
  };
}
