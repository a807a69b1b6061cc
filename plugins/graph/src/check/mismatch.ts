/** Two parts of the engine disagree: what one found, the other does not find. A fault of ours, which costs the rule its verdict and no other rule anything. */
export class Mismatch extends Error {
  /** The node where they part; empty where there is none. */
  readonly at: string;

  constructor(why: string, at = '') {
    super(why);
    this.at = at;
  }
}

/** What is told of a mismatch to those who run the engine. */
export interface MismatchReport {
  readonly rule_id: string;
  readonly at: string;
  readonly why: string;
}
