/** What an analysis may do, counted: the same question gets the same answer on every machine. */
export class Work {
  constructor(private left: number) {}

  get isSpent(): boolean {
    return this.left < 0;
  }

  /** Takes so much; whether it was there. */
  mayTake(amount: number): boolean {
    this.left -= amount;
    return !this.isSpent;
  }

  /** @throws OutOfWork when that was all */
  spend(amount: number): void {
    if (!this.mayTake(amount)) throw new OutOfWork('the analysis took too much work');
  }
}

/** Ends an analysis that took more than it was given. */
export class OutOfWork extends Error {}
