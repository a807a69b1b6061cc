import type { Effect, ValueRead } from '@ostiary/policy';

/** A change of one argument, all else left as it is, that gives another answer. */
export interface Flip {
  /** `args.amount`. */
  readonly path: string;
  /** The raw value as called; left out when the argument was absent. */
  readonly from?: unknown;
  /** The raw value that gives the other answer; left out when leaving the argument out does. */
  readonly to?: unknown;
  readonly answer: Effect;
}

export interface Explanation {
  /** What the rules that were asked looked at: those of the deciding effect and of stricter ones. */
  readonly read: readonly ValueRead[];
  /** Arguments in the order the rules read them; of an ordered value the nearest change below comes first. */
  readonly flips: readonly Flip[];
}
