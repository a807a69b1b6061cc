import type { Type } from '@ostiary/catalogue';
import { type CoreRule, strictness } from '@ostiary/policy';
import type { CallQuestions, Draft } from '@ostiary/policy/symbolic';
import type { Hunt } from '../hunt/hunt.js';
import { type Mentions, mentionsOf } from '../guards/mentions.js';
import type { Severity, Step } from '../../model/finding.js';
import { words } from '../hunt/text.js';

/** A limit is got round by saying nothing; whether a name is depends on what the tool takes in its place; nothing said is nothing to hide in. */
const SEVERITY: Readonly<Partial<Record<Type['kind'], Severity>>> = {
  money: 'high',
  int: 'high',
  decimal: 'high',
  duration: 'high',
  string: 'medium',
  bool: 'medium',
  list: 'low',
  time: 'low',
};

/** How grave it is that leaving out an argument of a type gets round a rule. */
export const severityOfOmission = (type: Type): Severity =>
  type.kind === 'string' && (type.format === 'text' || type.format === 'email')
    ? 'low'
    : (SEVERITY[type.kind] ?? 'low');

/** What absence is like: nothing in a list, a flag that is not set. */
const NOTHING: Readonly<Partial<Record<Type['kind'], unknown>>> = { bool: false, list: [] };

/** A call with an argument and the same without it, as steps. */
export function withAndWithout(hunt: Hunt, name: string, [one, other]: readonly Draft[]): readonly Step[] {
  if (!one || !other) throw new RangeError('a pair of less than two');
  return [
    hunt.step(one, words(`with \`${name}\``, `com \`${name}\``)),
    hunt.step(other, words(`without \`${name}\``, `sem \`${name}\``)),
  ];
}

/** An argument that may be left out, and for which the catalogue has no default; and a rule about the tool. */
export interface Omission {
  readonly tool: string;
  readonly name: string;
  readonly type: Type;
  readonly rule: CoreRule;
}

/** What may be left out of calls of a tool, with each of its rules. */
export const omissionsOf = (hunt: Hunt, tool: string): readonly Omission[] =>
  Object.entries(hunt.entry(tool)?.args.fields ?? {}).flatMap(([name, { type, required, default: known }]) =>
    !required && known === undefined && type.kind in SEVERITY
      ? hunt.rulesOf(tool).map((rule) => ({ tool, name, type, rule }))
      : [],
  );

/** How a rule about a tool looks at an argument; null where it is not about the tool. */
function mentionsIn(hunt: Hunt, { tool, name, rule }: Omission): Mentions | null {
  const guard = hunt.guardOf(rule, tool);
  return guard && mentionsOf(hunt.policy.core, guard, name);
}

/** Whether a rule that confirms or refuses asks about the value only where there is one. */
export function isSwitchedOff(hunt: Hunt, omission: Omission): boolean {
  const of = mentionsIn(hunt, omission);
  return (
    omission.rule.effect !== 'allow' && of !== null && of.value && !of.fallback && (of.presence || of.testFallback)
  );
}

/**
 * Whether a confirmation that cannot be read lets through what the default refuses. Where the tool has allowances a confirmation stands
 * above them, and is there to stop calls.
 */
export function isOpened(hunt: Hunt, omission: Omission): boolean {
  const of = mentionsIn(hunt, omission);
  return (
    omission.rule.effect === 'confirm' &&
    hunt.policy.core.default === 'refuse' &&
    hunt.rulesOf(omission.tool).every((rule) => rule.effect !== 'allow') &&
    of !== null &&
    of.value &&
    !of.presence &&
    !of.fallback &&
    !of.testFallback
  );
}

/** The milder rules that speak of the absence: what they let through was meant. */
export const meantByAbsence = (hunt: Hunt, { tool, name, type, rule }: Omission): readonly CoreRule[] =>
  hunt.rulesOf(tool).filter((each) => {
    const of = mentionsIn(hunt, { tool, name, type, rule: each });
    return strictness[each.effect] < strictness[rule.effect] && of !== null && (of.presence || of.fallback);
  });

/** The call without an argument beside the call as it is, or as it is with nothing in the argument, where absence is like that. */
export function givenAndOmitted(hunt: Hunt, questions: CallQuestions, { name, type }: Omission) {
  const { core } = hunt.policy;
  const given = type.kind in NOTHING ? questions.vary({ args: { [name]: NOTHING[type.kind] } }) : null;
  const omitted = questions.vary({ args: { [name]: undefined } });
  return {
    varied: given ? [given, omitted] : [omitted],
    whole: questions.answer(core, given ?? questions.x),
    less: questions.answer(core, omitted),
  };
}
