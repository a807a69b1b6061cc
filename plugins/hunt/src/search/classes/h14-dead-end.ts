import type { HistoryCondition, HistoryEvent } from '@ostiary/policy';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/conditions.js';
import { repairOf } from '../ask/edits.js';
import { tiedArguments } from '../ask/identifiers.js';
import type { Hunt } from '../ask/hunt.js';
import { preparedAs, WrittenCondition } from '../ask/mend.js';
import { withoutRules } from '../ask/rule-edits.js';
import { boundOf, sessionsOf, sessionWitness, toolsAround } from '../ask/sessions.js';
import { named, words } from '../ask/text.js';
import { aboutCondition } from '../ask/weakness-bug.js';

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
      for (const tool of condition.tools.toSorted((a, b) => own(a) - own(b))) {
        const answered = await askOf(hunt, condition, tool);
        yield answered;
        if (answered.kind === 'found') break;
      }
    }
  },
};

/** Whether one event is enough. */
const isOnce = (expr: HistoryCondition): boolean =>
  expr.op === 'formerly' ||
  (expr.op === 'count' && ((expr.cmp === '>=' && expr.bound === 1) || (expr.cmp === '>' && expr.bound === 0)));

async function askOf(hunt: Hunt, condition: PlacedCondition, tool: string): Promise<Answered> {
  const { expr, rule } = condition;
  const { tools, state } = expr.event;
  const open = preparedAs(hunt.policy, withoutRules(hunt, [rule]));
  if (!open) return CLEAR;
  const shape = { tools: toolsAround(hunt, tool, tools), from: 2, most: 4 };
  const found = await sessionsOf(hunt, shape, [open]).find(
    (session) => {
      const { factory } = session;
      const [last, ours] = [session.steps.at(-1), session.answers(hunt.policy.core).at(-1)];
      const theirs = session.answers(open.core).at(-1);
      return last && ours && theirs
        ? factory.and(last.isOf([tool]), ours.refuse, factory.not(theirs.refuse))
        : factory.false;
    },
    (steps) => isShut(hunt, steps, tool, expr, rule.id),
  );
  if (found.kind === 'never') return { kind: 'clear', bound: boundOf(found) };
  if (found.kind === 'undecided') return { ...found, rules: [rule], tool };
  const names = tools.map((each) => `\`${each}\``).join(', ');
  return {
    kind: 'found',
    bug: {
      severity: 'medium',
      rules: [rule],
      tool,
      title: words(
        `After one accident \`${tool}\` stays refused for the whole session`,
        `Depois de um acidente, \`${tool}\` fica recusada toda a sessão`,
      ),
      detail: words(
        `A single call of ${names} in the state \`${state}\` is enough, and ${named([rule], 'en')} has no end: nothing in the session brings \`${tool}\` back.`,
        `Basta uma chamada de ${names} no estado \`${state}\`, e ${named([rule], 'pt')} não tem fim: nada na sessão traz \`${tool}\` de volta.`,
      ),
      expected: words(
        'The refusal should end: with a window, or after a success.',
        'A recusa devia acabar: com uma janela, ou depois de um êxito.',
      ),
      witness: sessionWitness(hunt, found.steps),
      bound: { kind: 'bounded', k: found.steps.length },
      repairs: repairOf(hunt, words('Let the refusal end after an hour', 'Acabar a recusa ao fim de uma hora'), [
        WrittenCondition.of(hunt, expr)?.within('1h'),
      ]),
      concerns: { tools: condition.tools, where: aboutCondition(hunt, condition), milder: true },
    },
  };
}

/** The last call is refused by the rule alone, and would have been let through at the start. */
function isShut(
  hunt: Hunt,
  steps: readonly PlayedStep[],
  tool: string,
  { event: { tools, state } }: HistoryCondition,
  rule: string,
): boolean {
  const last = steps.at(-1);
  if (last?.draft.call.tool !== tool || last.answer !== 'refuse') return false;
  const deciding = hunt.decide(last.draft)?.deciding.map((fired) => fired.rule) ?? [];
  // Another call of the same tool, that went well, may be what lets this one through. Whatever was asked for is an accident of `requested`.
  const accidents = new Set(
    last.draft.context.history?.flatMap((event) => (event.state === state ? [event.call_id] : [])),
  );
  const isOfAccident = (event: HistoryEvent): boolean =>
    tools.includes(event.tool) && (state === 'requested' || accidents.has(event.call_id));
  const history = last.draft.context.history?.filter((event) => !isOfAccident(event)) ?? [];
  const before = hunt.decide({ ...last.draft, context: { ...last.draft.context, history } })?.answer;
  return deciding.join() === rule && before !== undefined && before !== 'refuse';
}
