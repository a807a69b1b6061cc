import type { Field, Type } from '@ostiary/catalogue';
import type { Effect } from '@ostiary/policy';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { isGrave } from '../ask/calls/fields.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { answersAbout } from '../ask/hunt/remembered.js';
import { summedOver } from '../ask/sessions/session-repairs.js';
import { sessionWitness } from '../ask/sessions/sessions.js';
import { around, asksAbout, hasLimits, split, splitSession, splittable } from '../ask/sessions/splitting.js';
import { words } from '../ask/hunt/text.js';
import type { Severity } from '../model/finding.js';

/**
 * What one call may not do, several may: sat session of calls alike but for an amount, the first of them not allowed, the others each
 * allowed and together as much as the first. Not where the sum, or the number of calls, is limited over a day or more. Its rules are those
 * about the tool that ask about the amount: they make the limit that is passed, whatever the session that shows it.
 */
export const splitting: BugClass = {
  id: 'H01',
  async *ask(hunt) {
    for (const tool of hunt.tools)
      for (const { name, field, isHeld } of splittable(hunt, tool))
        if (isHeld) yield CLEAR;
        else
          yield* await answersAbout(hunt, `H01 ${name}`, around(hunt, tool), async function* () {
            yield await askOf(hunt, tool, name, field);
          });
  },
};

async function askOf(hunt: Hunt, tool: string, name: string, { type }: Field): Promise<Answered> {
  const either = await splitSession(hunt, tool, name, type, false);
  if (either.kind !== 'found') return notFound(either, { rules: [], tool, attribute: `args.${name}` });
  const severity = severityOf(hunt, tool, type);
  // What may not be done at all may weigh more than what a person is asked for: then that is told, whichever was found.
  const refused =
    severity('refuse') === severity('confirm') ? either : await splitSession(hunt, tool, name, type, true);
  return told(hunt, { tool, name, type, severity }, refused.kind === 'found' ? refused.steps : either.steps);
}

/**
 * What may not be done at all is critical where it is money or cannot be undone, else high; so is what a person is asked for. Without a sign that
 * sums matter it is low: any limit on one call is passed by several, and most are meant so.
 */
function severityOf(hunt: Hunt, tool: string, type: Type): (whole: Effect) => Severity {
  const grave = isGrave(hunt, tool);
  if (!grave && !hasLimits(hunt)) return () => 'low';
  return (whole) => (whole === 'refuse' && (grave || type.kind === 'money') ? 'critical' : 'high');
}

interface Splitting {
  readonly tool: string;
  readonly name: string;
  readonly type: Type;
  readonly severity: (whole: Effect) => Severity;
}

function told(hunt: Hunt, { tool, name, type, severity }: Splitting, steps: readonly PlayedStep[]): Answered {
  const shown = split(tool, name, type, steps);
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
      attribute: `args.${name}`,
      title: words(
        `Splitting gets around the limit on \`${name}\` of \`${tool}\``,
        `Dividir o valor contorna o limite de \`${name}\` de \`${tool}\``,
      ),
      detail: words(
        `${count} calls are allowed one after the other. Their total, requested in one call, gets \`${whole.answer}\`. No rule limits the sum over a day, so any amount can be moved in parts.`,
        `${count} chamadas são permitidas, uma após a outra. O total, pedido numa só chamada, recebe \`${whole.answer}\`. Nenhuma regra limita a soma num dia, e assim qualquer valor passa em partes.`,
      ),
      expected: words(
        'The calls together should get the same answer as their sum.',
        'As chamadas juntas deviam receber a mesma resposta que a soma.',
      ),
      witness: sessionWitness(hunt, steps, (step) =>
        step === shown.whole
          ? words('All at once', 'De uma vez')
          : parts.includes(step)
            ? words('In parts', 'Em partes')
            : null,
      ),
      benign: whole,
      bound: { kind: 'bounded', k: steps.length },
      // Most limits on one call are meant so: of those without a sign that sums matter none is changed.
      ...(severity(whole.answer) !== 'low' && summedOver(hunt, tool, name, type, whole)),
    },
  };
}
