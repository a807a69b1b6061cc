import type { Decider } from '../../model/index.js';
import type { Bits, Value } from './value.js';

/** One thing that a move does to what is tainted; those of a move are done in their order. */
export type Change =
  /** Forbidden where the value is tainted; where it is only `unsure` that the rule is about this call it is not known. */
  | {
      readonly do: 'judge';
      readonly value: Value;
      readonly unsure?: true;
      /** What the call is made with, argument by argument. */
      readonly made: readonly { readonly argument: string; readonly value: Value }[];
    }
  /** What is in `adds` has the value as well from here on, what is in `sets` has only the value. `returned`: by a call of this tool. */
  | {
      readonly do: 'flow';
      readonly value: Value;
      readonly adds?: Bits;
      readonly sets?: Bits;
      readonly returned?: string;
    }
  /** It is not said which of `sets` have the value. */
  | { readonly do: 'scatter'; readonly value: Value; readonly sets: Bits }
  /** A tainted decision is in force until the lane comes to where the branches meet. */
  | { readonly do: 'decide'; readonly value: Value; readonly until: number }
  | { readonly do: 'meet'; readonly until: number }
  /** A body is over, and so are the decisions in it. */
  | { readonly do: 'over'; readonly instance: number };

/** All that a move does, and what is not known of it. */
export interface Moment {
  readonly changes: readonly Change[];
  readonly open?: Decider;
}
