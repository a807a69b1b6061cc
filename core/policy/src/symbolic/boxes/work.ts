/** What an analysis may do, counted: the same question gets the same answer on every machine. */
export class Work {
  constructor(private left: number) {}

  get isSpent(): boolean {
    return this.left < 0;
  }

  /** @throws OutOfWork when that was all */
  spend(amount: number): void {
    this.left -= amount;
    if (this.left < 0) throw new OutOfWork('the analysis took too much work');
  }
}

/** Ends an analysis that took more than it was given. */
export class OutOfWork extends Error {}
