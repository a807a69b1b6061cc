import type { HygieneCode } from '@ostiary/graph/model';
import type { GraphCase } from './generate.mjs';

export interface Hygiene {
  readonly code: HygieneCode;
  readonly target?: string;
  readonly places: readonly string[];
}
/** @throws {TooLarge} when there are more configurations than `bound` */
export declare function hygieneOf(given: GraphCase, options?: { readonly bound?: number }): readonly Hygiene[];
