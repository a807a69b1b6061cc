import { type CoreRule, readValue } from '@ostiary/policy';
import type { BoolTerm, CallQuestions, Variation } from '@ostiary/policy/symbolic';
import { aboveBounds } from '../calls/amounts.js';
import { type FieldPlace, placesOf, STRANGERS } from '../calls/field-places.js';
import { type AnsweredCall, variedCalls } from '../calls/varied-calls.js';
import type { Hunt } from '../hunt/hunt.js';
import { mentionsOf } from '../guards/mentions.js';

/** Two arguments of one kind, and a value that rules may stop in the first and forget in the other. */
export interface Escape {
  readonly tool: string;
  readonly main: FieldPlace;
  readonly other: FieldPlace;
  /** Null: there is none. */
  readonly raw: string | null;
  /** Whether both take it. */
  readonly isSent: boolean;
  /** The rules that let calls pass and look at the other argument: what they let through there is meant. */
  readonly asking: readonly CoreRule[];
}

/** Fields that say whose or where from, which a limit on where to does not concern. */
const SENDS = /^(?:from|sender|source|src|reply|debtor|payer|author|owner|on_behalf)/i;

/** Each argument of a tool that some rule asks about, with each other one that leads somewhere or is worth something as it does. */
export function escapesOf(hunt: Hunt, tool: string): readonly Escape[] {
  const entry = hunt.entry(tool);
  const fields = entry ? placesOf(entry.args) : [];
  const read = fields.filter(
    (field) => field.path.length === 1 && hunt.rulesOf(tool).some((rule) => asksAbout(hunt, rule, tool, field)),
  );
  return read.flatMap((main) => {
    const others = fields.filter(
      (other) => other.kind === main.kind && other.path[0] !== main.path[0] && !SENDS.test(other.path.join('_')),
    );
    const raw = strangerTo(hunt, tool, main);
    return others.map((other) => {
      const isSent = raw !== null && [main, other].every(({ type }) => readValue(type, raw).ok);
      const asking = hunt
        .rulesOf(tool)
        .filter((rule) => rule.effect !== 'refuse' && asksAbout(hunt, rule, tool, other));
      return { tool, main, other, raw, isSent, asking };
    });
  });
}

/** A value that no rule about an argument means to let through. */
const strangerTo = (hunt: Hunt, tool: string, { type, kind, path: [name = ''] }: FieldPlace): string | null =>
  type.kind === 'money' ? aboveBounds(hunt, tool, name, type) : (STRANGERS[kind] ?? null);

/** Whether a rule asks for the value of an argument, or of what is in it. */
function asksAbout(hunt: Hunt, rule: CoreRule, tool: string, { path: [name = ''] }: FieldPlace): boolean {
  const guard = hunt.guardOf(rule, tool);
  return guard !== null && mentionsOf(hunt.policy.core, guard, name).value;
}

/** The call with the value of an escape in its main argument, in the other one, and in both. */
export interface SentCalls {
  readonly strict: AnsweredCall;
  readonly mild: AnsweredCall;
  readonly both: AnsweredCall;
}

export function sentCalls(hunt: Hunt, questions: CallQuestions, { raw, main, other }: Escape): SentCalls {
  const ways = [sentIn(raw, main), sentIn(raw, other), sentIn(raw, main, other)] as const;
  const [strict, mild, both] = variedCalls(hunt, questions, ...ways);
  return { strict, mild, both };
}

/** Where the value passes in the other argument and nothing but the main one stops it, and no rule that looks at the other one fires. */
export function escaping(
  { factory }: CallQuestions,
  { isSent, asking }: Escape,
  { strict, mild, both }: SentCalls,
): BoolTerm {
  if (!isSent) return factory.false;
  const unasked = mild.answer.rules.filter(({ rule }) => asking.includes(rule)).map(({ fires }) => factory.not(fires));
  return factory.and(...unasked, mild.answer.milderThan(strict.answer), mild.answer.milderThan(both.answer));
}

/** A call that carries a value in some places. */
const sentIn = (raw: unknown, ...places: readonly FieldPlace[]): Variation => ({
  args: Object.fromEntries(places.map(({ path: [first = ''], around }) => [first, around(raw)])),
});
