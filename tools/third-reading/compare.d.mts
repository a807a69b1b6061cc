import type { Call, Context } from '@ostiary/policy';
import type { Catalogue } from '@ostiary/catalogue';

export interface Pair {
  readonly text: string;
  readonly catalogue?: Catalogue | undefined;
  readonly call: Call;
  readonly context: Context;
}
export interface Answers {
  readonly reading: string;
  readonly compiled: string;
  readonly interpreted: string;
}
export declare function threeAnswers(pair: Pair): Answers | null;
export declare function differ(answers: Answers | null): boolean;
export declare function randomPairs(seed: number): Generator<Pair>;
export declare function shrunk(pair: Pair): Pair;
export declare function shown(pair: Pair): string;
