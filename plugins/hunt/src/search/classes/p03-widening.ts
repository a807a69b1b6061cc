import type { BugClass } from '../ask/hunt/bug-class.js';
import { changedAnswers, MILDER } from '../ask/versions/versions.js';

/** A call gets a milder answer than in the accepted version: sat D(x) < D_accepted(x). */
export const widening: BugClass = {
  id: 'P03',
  // Whoever is asked to confirm sees the call.
  ask: (hunt) => changedAnswers(hunt, MILDER, ([now]) => (now === 'allow' ? 'high' : 'medium')),
};
