import type { Answers, Pair } from './compare.mjs';
import type { Spelling, Taken } from './spellings.mjs';

export declare function knownPair(pair: Pair, answers: Answers): string | null;
export declare function knownCase(given: Pair): boolean;
export declare function knownSpelling(given: Spelling, taken: Taken): boolean;
