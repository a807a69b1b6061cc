import type { Certificate } from '@ostiary/graph/check';
import type { Rule } from '@ostiary/graph/model';
import type { GraphCase } from './generate.mjs';

export interface Tried {
  /** `true`, or how it was damaged. */
  readonly kind: string;
  readonly accepted: boolean;
  readonly proof: {
    readonly given: GraphCase;
    readonly rule: Rule;
    readonly certificates: readonly Certificate[];
  };
}
export declare function damaged(seed: number, count: number): Generator<Tried>;
