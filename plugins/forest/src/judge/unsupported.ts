import { Unanswerable, type WhyNot } from '../search/index.js';
import type { Words } from '../table/index.js';

/** What cannot be asked of this model, and why. */
export class Unsupported extends Error {
  constructor(readonly words: Words) {
    super(words.en);
    this.name = 'Unsupported';
  }
}

const WHY_NOT: Readonly<Record<WhyNot, Words>> = {
  trees: {
    en: 'The trees are too many or too deep to search.',
    pt: 'As árvores são demasiadas ou demasiado fundas para se procurar nelas.',
  },
  sums: {
    en: 'Sums of the trees may overflow.',
    pt: 'As somas das árvores podem exceder os números finitos.',
  },
  label: {
    en: 'The label is the largest of rounded scores, and rounding can make two of them equal. Ask score[...].',
    pt: 'A classe é a maior de pontuações arredondadas, e arredondar pode igualar duas. Pergunte score[...].',
  },
};

/** An error as a reason that a row is unsupported; any other is thrown again. */
export function unsupportedBecause(error: unknown): Unsupported {
  if (error instanceof Unsupported) return error;
  if (error instanceof Unanswerable) return new Unsupported(WHY_NOT[error.why]);
  throw error;
}
