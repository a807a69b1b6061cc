import type { Field, Type } from '@ostiary/catalogue';
import { type CoreRule, type Effect, readValue, within } from '@ostiary/policy';
import type { BoolTerm, PlayedStep, SessionFound } from '@ostiary/policy/symbolic';
import type { Severity } from '../model/finding.js';
import { type Answered, CLEAR } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { conditionsOf, isLong } from '../ask/conditions.js';
import { fieldsOf, isGrave, isNumber, isRead } from '../ask/fields.js';
import type { Hunt } from '../ask/hunt.js';
import { mentionsOf } from '../ask/mentions.js';
import type { Part } from '../ask/part.js';
import { answersAbout } from '../ask/remembered.js';
import { tiedArguments } from '../ask/identifiers.js';
import { summedOver } from '../ask/session-repairs.js';
import { boundOf, sessionsOf, sessionWitness, toolsAround } from '../ask/sessions.js';
import { words } from '../ask/text.js';

/**
 * What one call may not do, several may: sat session of calls alike but for an amount, the first of them not allowed, the others each
 * allowed and together as much as the first. Not where the sum, or the number of calls, is limited over a day or more. Its rules are those
 * about the tool that ask about the amount: they make the limit that is passed, whatever the session that shows it.
 */
export const splitting: BugClass = {
  id: 'H01',
  async *ask(hunt) {
    const limits = conditionsOf(hunt).filter(
      ({ role, expr }) => role === 'limits' && (expr.op === 'count' || expr.op === 'sum'),
    );
    const steps = conditionsOf(hunt).filter(({ role }) => role === 'enables');
    const summed = new Set(limits.flatMap(({ expr }) => (expr.op === 'sum' ? [expr.field.join('.')] : [])));
    for (const tool of hunt.tools) {
      if (isRead(hunt, tool)) continue;
      for (const [name, field] of Object.entries(fieldsOf(hunt, tool))) {
        if (!isNumber(field.type) || (field.type.kind !== 'money' && !summed.has(name))) continue;
        const isLimited = limits.some(
          ({ expr, tools }) =>
            tools.includes(tool) &&
            expr.event.tools.includes(tool) &&
            isLong(expr) &&
            (expr.op === 'count' || (expr.op === 'sum' && expr.field.join('.') === name)),
        );
        // What is held against an event is asked for as a whole each time.
        const isTied = steps.some(
          (condition) => condition.tools.includes(tool) && tiedArguments(condition).includes(name),
        );
        if (isLimited || isTied) yield CLEAR;
        else
          yield* await answersAbout(hunt, `H01 ${name}`, around(hunt, tool), async function* () {
            yield await askOf(hunt, tool, name, field, limits.length > 0);
          });
      }
    }
  },
};

/** What sessions of a tool depend on: the tools whose events it waits for, and whatever has a condition on events. */
function around(hunt: Hunt, tool: string): Part {
  const conditions = conditionsOf(hunt);
  const tools = new Set([...toolsAround(hunt, tool), ...conditions.flatMap((condition) => condition.tools)]);
  return { tools: [...tools], rules: [...new Set(conditions.map(({ rule }) => rule))] };
}

/** The whole and two parts, and two calls that come before. */
const MOST = 5;

/**
 * What may not be done at all is critical where it is money or cannot be undone, else high; so is what a person is asked for. Without a sign that
 * sums matter it is low: any limit on one call is passed by several, and most are meant so.
 */
function severityOf(whole: Effect, sumsMatter: boolean, mattersMuch: boolean): Severity {
  if (!sumsMatter) return 'low';
  return whole === 'refuse' && mattersMuch ? 'critical' : 'high';
}

async function askOf(
  hunt: Hunt,
  tool: string,
  name: string,
  { type }: Field,
  limitsSomething: boolean,
): Promise<Answered> {
  const sessions = sessionsOf(hunt, {
    tools: toolsAround(hunt, tool),
    alike: { tool, but: [name] },
    from: 3,
    most: MOST,
  });
  const ask = (isRefused: boolean): Promise<SessionFound> =>
    sessions.find(
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
  const either = await ask(false);
  if (either.kind === 'never') return { kind: 'clear', bound: boundOf(either) };
  const attribute = `args.${name}`;
  if (either.kind === 'undecided') return { ...either, rules: [], tool, attribute };
  const grave = isGrave(hunt, tool);
  const severity = (whole: Effect): Severity =>
    severityOf(whole, grave || limitsSomething, grave || type.kind === 'money');
  // What may not be done at all may weigh more than what a person is asked for: then that is told, whichever was found.
  const refused = severity('refuse') === severity('confirm') ? either : await ask(true);
  const found = refused.kind === 'found' ? refused : either;
  const shown = split(tool, name, type, found.steps);
  if (!shown) throw new RangeError('a session that no longer shows it');
  const { parts } = shown;
  const whole = hunt.step(shown.whole.draft);
  const count = String(parts.length);
  return {
    kind: 'found',
    bug: {
      severity: severity(whole.answer),
      rules: hunt.rulesOf(tool).filter((rule) => asksAbout(hunt, rule, tool, name)),
      knownBy: [],
      tool,
      attribute,
      title: words(
        `The limit on \`${name}\` of \`${tool}\` is passed by splitting`,
        `O limite de \`${name}\` de \`${tool}\` é contornado por divisão`,
      ),
      detail: words(
        `${count} calls are allowed one after the other. What they come to, asked for in one call, is answered ${whole.answer}. No rule limits the sum over a day, so any amount can be moved in parts.`,
        `${count} chamadas são permitidas, uma a seguir à outra. O total, pedido numa só chamada, recebe ${whole.answer}. Nenhuma regra limita a soma num dia, e assim qualquer valor passa em partes.`,
      ),
      expected: words(
        'The calls together should be answered as their sum is.',
        'As chamadas juntas deviam ter a resposta da sua soma.',
      ),
      witness: sessionWitness(hunt, found.steps, (step) =>
        step === shown.whole
          ? words('At once', 'De uma vez')
          : parts.includes(step)
            ? words('In parts', 'Em partes')
            : null,
      ),
      benign: whole,
      bound: { kind: 'bounded', k: found.steps.length },
      // Most limits on one call are meant so: of those without a sign that sums matter none is changed.
      ...(severity(whole.answer) !== 'low' && summedOver(hunt, tool, name, type, whole)),
    },
  };
}

/** Whether a rule asks about an argument of a call, or about the sum of it. */
function asksAbout(hunt: Hunt, rule: CoreRule, tool: string, name: string): boolean {
  const guard = hunt.guardOf(rule, tool);
  return (
    guard !== null &&
    (mentionsOf(hunt.policy.core, guard, name).value ||
      [...within(guard)].some((expr) => expr.op === 'sum' && expr.event.tools.includes(tool) && expr.field[0] === name))
  );
}

/** The whole, which does not run, and the parts after it; null where that is no splitting. */
function split(tool: string, name: string, type: Type, steps: readonly PlayedStep[]) {
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
