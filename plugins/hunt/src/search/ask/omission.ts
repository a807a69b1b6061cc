import type { Type } from '@ostiary/catalogue';
import type { CoreRule } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import type { Hunt } from './hunt.js';
import { type Mentions, mentionsOf } from './mentions.js';
import type { Severity, Step } from '../model/finding.js';
import { words } from './text.js';

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

/** Whether leaving out an argument of a type is asked about. */
export const mayBeOmitted = ({ kind }: Type): boolean => kind in SEVERITY;

/** How grave it is that leaving out an argument of a type gets round a rule. */
export const severityOfOmission = (type: Type): Severity =>
  type.kind === 'string' && (type.format === 'text' || type.format === 'email')
    ? 'low'
    : (SEVERITY[type.kind] ?? 'low');

/** What absence is like: nothing in a list, a flag that is not set. */
export const NOTHING: Readonly<Partial<Record<Type['kind'], unknown>>> = { bool: false, list: [] };

/** A call with an argument and the same without it, as steps. */
export function withAndWithout(hunt: Hunt, name: string, [one, other]: readonly Draft[]): readonly Step[] {
  if (!one || !other) throw new RangeError('a pair of less than two');
  return [
    hunt.step(one, words(`with \`${name}\``, `com \`${name}\``)),
    hunt.step(other, words(`without \`${name}\``, `sem \`${name}\``)),
  ];
}

/** How a rule about a tool looks at an argument; null where it is not about the tool. */
export const mentionsIn = (hunt: Hunt, rule: CoreRule, tool: string, name: string): Mentions | null => {
  const guard = hunt.guardOf(rule, tool);
  return guard && mentionsOf(hunt.policy.core, guard, name);
};

/** Whether a rule asks about the value only where there is one. */
export const isSwitchedOff = (of: Mentions | null): boolean =>
  of !== null && of.value && !of.fallback && (of.presence || of.testFallback);

/**
 * Whether a confirmation that cannot be read lets through what the default refuses. Where the tool has allowances a confirmation stands
 * above them, and is there to stop calls.
 */
export const isOpened = (hunt: Hunt, { effect }: CoreRule, tool: string, of: Mentions): boolean =>
  effect === 'confirm' &&
  hunt.policy.core.default === 'refuse' &&
  hunt.rulesOf(tool).every((rule) => rule.effect !== 'allow') &&
  of.value &&
  !of.presence &&
  !of.fallback &&
  !of.testFallback;
