import type { BugClass } from '../ask/bug-class.js';
import { words } from '../ask/text.js';
import { changedAnswers, MILDER } from '../ask/versions.js';

/** A call gets a milder answer than in the accepted version: sat D(x) < D_accepted(x). */
export const widening: BugClass = {
  id: 'P03',
  ask: (hunt) =>
    changedAnswers(hunt, MILDER, ([now, before]) => ({
      // Whoever is asked to confirm sees the call.
      severity: now === 'allow' ? 'high' : 'medium',
      title: words(
        `a call that was answered ${before} is answered ${now}`,
        `uma chamada que recebia ${before} recebe ${now}`,
      ),
      expected: words(`As in the accepted version: ${before}.`, `Como na versão aceite: ${before}.`),
    })),
};
