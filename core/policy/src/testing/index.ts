/** What tests share: the corpus, and makers of random policies, calls, contexts and syntax trees. */
export { corpus } from './corpus/corpus.js';
export type { CorpusEntry } from './corpus/entry.js';
export { menagerie } from './corpus/menagerie.js';
export { zoo } from './corpus/zoo.js';
export { declarable, declarationsOf } from './declared.js';
export { randomCall, randomContext } from './calls.js';
export { catalogues } from './catalogues.js';
export { randomPolicy } from './policies.js';
export { below, chance, pick, type Rng, seededRandom, several } from './random.js';
export {
  type ChosenCompletion,
  completions,
  mayRead,
  sizeOf,
  SMALL_NAMES,
  smallCatalogue,
  smallPolicy,
  smallQuestion,
} from './small-world.js';
export { randomTree } from './trees.js';
export { judgeOf, type Judgement } from './judge.js';
