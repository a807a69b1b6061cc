import type { Answered } from './answered.js';
import type { BugClass } from './bug-class.js';
import type { Hunt, Rechecked } from './hunt.js';
import type { Part } from './part.js';
import { answersOfPart } from './remembered.js';

/** The parts that a class asks about one by one. */
function partsOf(hunt: Hunt, each: 'tool' | 'rules' | undefined): readonly Part[] {
  const { rules } = hunt.policy.core;
  if (each === 'tool') return hunt.tools.map((tool) => hunt.partOf(tool));
  if (each === undefined) return [{ tools: hunt.tools, rules }];
  const byTools = Map.groupBy(rules, (rule) => JSON.stringify(hunt.toolsOf(rule)));
  return [...byTools.values()].map((alike) => ({ tools: alike[0] ? hunt.toolsOf(alike[0]) : [], rules: alike }));
}

/** What a class is answered: part by part, none of which has a say in another. @param isAsked all are unless given */
export async function* answersOf(
  hunt: Hunt,
  bugClass: BugClass,
  isAsked: (part: Part) => boolean = () => true,
): AsyncGenerator<Rechecked<readonly Answered[]>> {
  for (const part of partsOf(hunt, bugClass.each).filter(isAsked))
    yield await answersOfPart(hunt, bugClass.id, part, () => bugClass.ask(hunt, part));
}
