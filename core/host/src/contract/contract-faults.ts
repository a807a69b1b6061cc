import { ContractError } from './contract-error.js';

/** Gathers what is wrong with the parts of a contract, so that all of it is told at once. */
export class ContractFaults {
  private readonly messages = new Set<string>();

  /** What `change` makes of each item; one for which it throws a ContractError is left out and noted. */
  map<T, R>(items: readonly T[], change: (item: T) => R): R[] {
    return items.flatMap((item) => {
      try {
        return [change(item)];
      } catch (error) {
        if (!(error instanceof ContractError)) throw error;
        this.messages.add(error.message);
        return [];
      }
    });
  }

  /** @throws ContractError with everything that was noted */
  throwAny(): void {
    if (this.messages.size > 0) throw new ContractError([...this.messages].join('; '));
  }
}
