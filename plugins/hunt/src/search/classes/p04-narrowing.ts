import type { BugClass } from '../ask/bug-class.js';
import { words } from '../ask/text.js';
import { changedAnswers, STRICTER } from '../ask/versions.js';

/** A call gets a stricter answer than in the accepted version: sat D(x) > D_accepted(x). What went on before may stop. */
export const narrowing: BugClass = {
  id: 'P04',
  ask: (hunt) =>
    changedAnswers(hunt, STRICTER, ([now, before]) => ({
      severity: 'info',
      title: words(
        `a call that was answered ${before} is answered ${now}`,
        `uma chamada que recebia ${before} recebe ${now}`,
      ),
      expected: words(`As in the accepted version: ${before}.`, `Como na versão aceite: ${before}.`),
    })),
};
