import type { BugClass } from '../ask/hunt/bug-class.js';
import { changedAnswers, STRICTER } from '../ask/versions/versions.js';

/** A call gets a stricter answer than in the accepted version: sat D(x) > D_accepted(x). What went on before may stop. */
export const narrowing: BugClass = {
  id: 'P04',
  async *ask(hunt) {
    for await (const answer of changedAnswers(hunt, STRICTER, () => 'info'))
      yield answer.kind === 'undecided' ? { ...answer, severity: 'info' } : answer;
  },
};
