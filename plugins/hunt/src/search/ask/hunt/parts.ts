import type { Answered } from './answered.js';
import type { BugClass } from './bug-class.js';
import type { Rechecked } from './asked-policy.js';
import type { Hunt } from './hunt.js';
import type { Part } from './part.js';
import { answersOfPart } from './remembered.js';

/** What a class is answered: part by part, none of which has a say in another. @param isAsked all are unless given */
export async function* answersOf(
  hunt: Hunt,
  bugClass: BugClass,
  isAsked: (part: Part) => boolean = () => true,
): AsyncGenerator<Rechecked<readonly Answered[]>> {
  for (const part of hunt.partsOf(bugClass.each ?? 'all').filter(isAsked))
    yield await answersOfPart(hunt, bugClass.id, part, () => bugClass.ask(hunt, part));
}
