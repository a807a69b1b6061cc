import type { Replay } from '../evidence/minimal.js';
import type { Search } from '../world/reach.js';
import { Twins } from '../find/twins.js';
import type { Assignment } from '../terms/evaluate.js';
import { type Attribute, type BoolTerm, type Variable, variablesOf } from '../terms/term.js';
import { addTo } from '../../maps.js';

/** What changes an answer, and what could neither be shown to nor be ruled out. */
export interface Dependence {
  readonly dependsOn: readonly string[];
  readonly mayDependOn: readonly string[];
}

/**
 * The attributes that can change the answer: those in `known`, which replay has shown to, and every other one for which two completions
 * that differ in nothing else get different answers, in the encoding and on replay.
 *
 * @param answers one term for each answer there may be
 */
export async function dependsOn(
  { closed, finder, attempts, realise }: Search,
  answers: readonly BoolTerm[],
  known: readonly string[],
  replay: Replay,
): Promise<Dependence> {
  const answerOf = (assignment: Assignment): ReturnType<Replay> | null => {
    const draft = realise(assignment);
    return draft && replay(draft.call, draft.context);
  };
  const found = new Set(known);
  const unsettled = new Set<string>();
  const owned = byAttribute(variablesOf([...answers, ...closed.constraints]));
  const twins = new Twins(closed.factory, finder, answers, closed.constraints, attempts);
  for (const [attribute, own] of owned) {
    if (found.has(attribute.path)) continue;
    const others = [...owned.values()].filter((variables) => variables !== own).flat();
    const difference = await twins.differ(own, others, ({ one, other }) => {
      const [first, second] = [answerOf(one), answerOf(other)];
      return first !== null && second !== null && first !== second;
    });
    if (difference === 'real') found.add(attribute.path);
    if (difference === 'unsettled') unsettled.add(attribute.path);
  }
  // An object that is there only for the attribute inside is not what the answer depends on.
  const all = [...found, ...unsettled];
  const innermost = (path: string): boolean => !all.some((other) => other.startsWith(`${path}.`));
  return {
    dependsOn: [...found].filter(innermost).toSorted(),
    mayDependOn: [...unsettled].filter(innermost).toSorted(),
  };
}

function byAttribute(variables: readonly Variable[]): ReadonlyMap<Attribute, readonly Variable[]> {
  const owned = new Map<Attribute, Variable[]>();
  for (const variable of variables) if (variable.attribute) addTo(owned, variable.attribute, variable);
  return owned;
}
