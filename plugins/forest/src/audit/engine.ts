/** The search, as rows are asked of it. */
import type { Engine } from '../judge/index.js';
import { askExists, askGreatest, askNearest, prepare, type Prepared, type Subject } from '../search/index.js';

/** A subject is made ready once, for all that is asked of it. */
const made = new WeakMap<Subject, Prepared>();

function ready(subject: Subject): Prepared {
  const known = made.get(subject) ?? prepare(subject);
  made.set(subject, known);
  return known;
}

export const engine: Engine = {
  finds: true,
  exists: (subject, question, budget) => askExists(ready(subject), question, budget),
  greatest: (subject, { terms }, budget) => askGreatest(ready(subject), terms, budget),
  nearest: (subject, { violation, distance, below }, budget) =>
    askNearest(ready(subject), violation, distance, budget, below),
};
