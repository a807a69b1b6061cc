import type { Call, Context } from '../../evaluate/types.js';
import type { Effect } from '../../syntax/ast.js';
import type { UndecidedReason } from '../world/reach.js';
import type { OpenPaths } from '../world/openness.js';

export interface CompletionRequest {
  readonly call: Call;
  readonly context: Context;
  readonly open?: OpenPaths;
}

export interface CompletionWitness {
  readonly answer: Effect;
  readonly call: Call;
  readonly context: Context;
}

/** An answer that could neither be reached nor ruled out. */
export interface UnsettledAnswer {
  readonly answer: Effect;
  readonly reason: UndecidedReason;
}

export type CompletionResult =
  /** Every completion has the answer given now. `exact` false: the encoding allowed for more than there is, which does no harm here. */
  | {
      readonly kind: 'holds';
      readonly answer: Effect;
      readonly method: 'constant' | 'cells' | 'z3';
      readonly exact: boolean;
    }
  | {
      readonly kind: 'depends';
      readonly answer: Effect;
      /** Open attributes whose value can change the answer, each tested by replay, sorted. */
      readonly dependsOn: readonly string[];
      /** Those that could neither be shown to change it nor be ruled out: nothing outside both lists can. */
      readonly mayDependOn: readonly string[];
      /** One for each other answer that is reached, locally minimal, replayed. */
      readonly witnesses: readonly CompletionWitness[];
      readonly unsettled: readonly UnsettledAnswer[];
    }
  | { readonly kind: 'undecided'; readonly answer: Effect; readonly unsettled: readonly UnsettledAnswer[] };
