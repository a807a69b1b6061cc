/** What the search does not answer. `trees`: they are too many, or too deep, once shared children are unfolded. `sums`: they may leave
 * the finite numbers. `label`: it follows from rounded scores, which sums do not decide. */
export type WhyNot = 'trees' | 'sums' | 'label';

/** A question about a model that is none for the search, whatever the budget. */
export class Unanswerable extends Error {
  constructor(
    readonly why: WhyNot,
    message: string,
  ) {
    super(message);
    this.name = 'Unanswerable';
  }
}
