import type { Field, Type } from '@ostiary/catalogue';
import { readValue } from '@ostiary/policy';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { conditionsOf, isLong } from '../ask/conditions.js';
import { fieldsOf, isGrave, isNumber, isRead } from '../ask/fields.js';
import type { Hunt } from '../ask/hunt.js';
import { tiedArguments } from '../ask/identifiers.js';
import { boundOf, sessionsOf, sessionWitness, toolsAround } from '../ask/sessions.js';
import { words } from '../ask/text.js';

/**
 * What one call may not do, several may: sat session of calls alike but for an amount, each allowed, and D(the sum in one call) stricter. Not
 * where the sum, or the number of calls, is limited over a day or more.
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
        const isTied = steps.some((condition) => condition.tools.includes(tool) && tiedArguments(condition).includes(name));
        yield isLimited || isTied ? CLEAR : await askOf(hunt, tool, name, field, limits.length > 0);
      }
    }
  },
};

/** Two parts and the whole, and two calls that come before. */
const MOST = 5;

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
  const found = await sessions.find(
    (session) => {
      const { factory } = session;
      const answers = session.answers(hunt.policy.core);
      const last = answers.at(-1);
      const parts = session.steps.slice(0, -1).map((step, i) => {
        const allow = answers[i]?.allow ?? factory.false;
        return factory.implies(step.isOf([tool]), allow);
      });
      return last ? factory.and(...parts, factory.not(last.allow), session.adds(tool, [name], type)) : factory.false;
    },
    (steps) => split(hunt, tool, name, type, steps) !== null,
  );
  if (found.kind === 'never') return { kind: 'clear', bound: boundOf(found) };
  const attribute = `args.${name}`;
  if (found.kind === 'undecided') return { ...found, rules: [], tool, attribute };
  const shown = split(hunt, tool, name, type, found.steps);
  if (!shown) throw new RangeError('a session that no longer shows it');
  const { parts, whole } = shown;
  const deciding = [...parts.flatMap((step) => hunt.step(step.draft).deciding), ...whole.deciding];
  const count = String(parts.length);
  const grave = isGrave(hunt, tool);
  return {
    kind: 'found',
    bug: {
      severity: grave ? (whole.answer === 'refuse' ? 'critical' : 'high') : limitsSomething ? 'high' : 'low',
      rules: hunt.rulesOf(tool).filter(({ id }) => deciding.includes(id)),
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
      witness: sessionWitness(hunt, found.steps.slice(0, -1)),
      benign: whole,
      bound: { kind: 'bounded', k: found.steps.length - 1 },
    },
  };
}

/** The parts, and the whole as it would have been decided in place of the first of them; null where that is no splitting. */
function split(hunt: Hunt, tool: string, name: string, type: Type, steps: readonly PlayedStep[]) {
  const [last, parts] = [steps.at(-1), steps.slice(0, -1).filter(({ draft }) => draft.call.tool === tool)];
  const [first] = parts;
  const isAsked = steps.slice(0, -1).some(({ answer }) => answer !== 'allow');
  if (last?.draft.call.tool !== tool || !first || parts.length < 2 || isAsked || parts.some(({ answer }) => answer !== 'allow'))
    return null;
  const rest = ({ draft }: PlayedStep): string =>
    JSON.stringify(
      Object.entries(draft.call.args)
        .filter(([key]) => key !== name)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  if (parts.some((part) => rest(part) !== rest(last))) return null;
  const amounts = parts.map(({ draft }) => amountOf(type, draft.call.args, name));
  const whole = amountOf(type, last.draft.call.args, name);
  const sum = amounts.reduce((total, each) => total + (each?.value ?? Number.NaN), 0);
  if (!whole || sum !== whole.value || amounts.some((each) => !each || each.value <= 0 || each.unit !== whole.unit))
    return null;
  const instead = { call: last.draft.call, context: first.draft.context };
  const answer = hunt.decide(instead)?.answer;
  return answer === undefined || answer === 'allow' ? null : { parts, whole: hunt.step(instead) };
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
