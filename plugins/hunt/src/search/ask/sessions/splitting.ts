import type { Field, Type } from '@ostiary/catalogue';
import { type CoreRule, readValue, within } from '@ostiary/policy';
import type { BoolTerm, PlayedStep, SessionFound } from '@ostiary/policy/symbolic';
import { conditionsOf, isLong, isTally, type PlacedCondition } from './conditions.js';
import { fieldsOf, isNumber, isRead } from '../calls/fields.js';
import type { Hunt } from '../hunt/hunt.js';
import { tiedArguments } from './identifiers.js';
import { mentionsOf } from '../guards/mentions.js';
import type { Part } from '../hunt/part.js';
import { sessionsOf, toolsAround } from './sessions.js';

/** The limits on the number or the sum of calls. */
const limitsOf = (hunt: Hunt): readonly PlacedCondition[] =>
  conditionsOf(hunt).filter(({ role, expr }) => role === 'limits' && isTally(expr));

/** Whether the policy limits a number or a sum of calls, which is a sign that sums matter. */
export const hasLimits = (hunt: Hunt): boolean => limitsOf(hunt).length > 0;

/** A number of a tool. */
interface Splittable {
  readonly name: string;
  readonly field: Field;
  /** Whether its sum or the number of calls is limited over a day or more, or it is held against an event. */
  readonly isHeld: boolean;
}

/** The amounts of a tool that changes something: money, and other numbers of which the policy limits a sum. */
export function splittable(hunt: Hunt, tool: string): readonly Splittable[] {
  if (isRead(hunt, tool)) return [];
  const limits = limitsOf(hunt);
  const steps = conditionsOf(hunt).filter(({ role }) => role === 'enables');
  const summed = new Set(limits.flatMap(({ expr }) => (expr.op === 'sum' ? [expr.field.join('.')] : [])));
  return Object.entries(fieldsOf(hunt, tool)).flatMap(([name, field]) => {
    if (!isNumber(field.type) || (field.type.kind !== 'money' && !summed.has(name))) return [];
    const isLimited = limits.some(
      ({ expr, tools }) =>
        tools.includes(tool) &&
        expr.event.tools.includes(tool) &&
        isLong(expr) &&
        (expr.op === 'count' || (expr.op === 'sum' && expr.field.join('.') === name)),
    );
    // What is held against an event is asked for as a whole each time.
    const isTied = steps.some((condition) => condition.tools.includes(tool) && tiedArguments(condition).includes(name));
    return [{ name, field, isHeld: isLimited || isTied }];
  });
}

/** The whole and two parts, and two calls that come before. */
const MOST = 5;

/** Calls alike but for an amount: one that is not allowed, the others each allowed, and together as much. @param isRefused the one is refused */
export function splitSession(
  hunt: Hunt,
  tool: string,
  name: string,
  type: Type,
  isRefused: boolean,
): Promise<SessionFound> {
  const sessions = sessionsOf(hunt, {
    tools: toolsAround(hunt, tool),
    alike: { tool, but: [name] },
    from: 3,
    most: MOST,
  });
  return sessions.find(
    (session) => {
      const { factory } = session;
      const answers = session.answers(hunt.policy.core);
      const at = (whole: number): BoolTerm => {
        const others = answers.filter((_, i) => i !== whole).map(({ allow }) => allow);
        const [step, answer] = [session.steps[whole], answers[whole]];
        return step && answer
          ? factory.and(
              session.adds(tool, [name], type, whole),
              isRefused ? answer.refuse : factory.not(answer.allow),
              factory.not(step.runs),
              ...others,
            )
          : factory.false;
      };
      return factory.or(...session.steps.map((_, whole) => at(whole)));
    },
    (steps) => {
      const shown = split(tool, name, type, steps);
      return shown !== null && (!isRefused || shown.whole.answer === 'refuse');
    },
  );
}

/** What sessions of a tool depend on: the tools whose events it waits for, and whatever has a condition on events. */
export function around(hunt: Hunt, tool: string): Part {
  const conditions = conditionsOf(hunt);
  if (conditions.length === 0) return hunt.partOf(tool);
  const tools = new Set([...toolsAround(hunt, tool), ...conditions.flatMap((condition) => condition.tools)]);
  return { tools: [...tools], rules: [...new Set(conditions.map(({ rule }) => rule))] };
}

/** Whether a rule asks about an argument of a call, or about the sum of it. */
export function asksAbout(hunt: Hunt, rule: CoreRule, tool: string, name: string): boolean {
  const guard = hunt.guardOf(rule, tool);
  return (
    guard !== null &&
    (mentionsOf(hunt.policy.core, guard, name).value ||
      within(guard).some((expr) => expr.op === 'sum' && expr.event.tools.includes(tool) && expr.field[0] === name))
  );
}

/** The whole, which does not run, and the parts after it; null where that is no splitting. */
export function split(tool: string, name: string, type: Type, steps: readonly PlayedStep[]) {
  const [whole, ...parts] = steps.filter(({ draft }) => draft.call.tool === tool);
  const [first, second] = parts;
  if (!whole || whole.answer === 'allow' || whole.runs || !first || !second) return null;
  const isInstead = steps[steps.indexOf(whole) + 1] === first && first.draft.context.now === whole.draft.context.now;
  if (!isInstead) return null;
  if (steps.some((step) => step !== whole && step.answer !== 'allow')) return null;
  const rest = ({ draft }: PlayedStep): string =>
    JSON.stringify(
      Object.entries(draft.call.args)
        .filter(([key]) => key !== name)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  if (parts.some((part) => rest(part) !== rest(whole))) return null;
  const amounts = parts.map(({ draft }) => amountOf(type, draft.call.args, name));
  const total = amountOf(type, whole.draft.call.args, name);
  const sum = amounts.reduce((added, each) => added + (each?.value ?? Number.NaN), 0);
  return !total || sum !== total.value || amounts.some((each) => !each || each.value <= 0 || each.unit !== total.unit)
    ? null
    : { whole, parts };
}

function amountOf(type: Type, args: Readonly<Record<string, unknown>>, name: string) {
  const reading = readValue(type, args[name], args);
  if (!reading.ok) return null;
  const { value } = reading;
  if (typeof value === 'number') return { value, unit: '' };
  return typeof value === 'object' && 'minor' in value && typeof value.minor === 'number'
    ? { value: value.minor, unit: String((value as { readonly currency?: unknown }).currency) }
    : null;
}
