import type { Transaction } from './transaction.js';

/** Units of an account's quota, taken under the name of a meter. */
export interface MeteredUnits {
  readonly accountId: string;
  /** What the units were used for, one word. */
  readonly meter: string;
  /** A whole number, 0 or more. */
  readonly units: number;
}

/** Counts what is used of the quotas of accounts. GET /v1/account shows the sum of each meter. */
export interface Meter {
  /**
   * Takes the units of the request that is being answered, as its route declares with `charge: { by: 'handler' }`. To be called once the
   * method's own checks have passed, in the transaction that stores what the units pay for, if there is one. A second call of the
   * same request takes nothing.
   * @throws ProblemError `quota_exhausted` when they do not fit and the route lists 429; else they are counted all the same
   */
  charge(request: object, within?: Transaction): Promise<void>;
  /**
   * Takes units that belong to no request, e.g. in a chore.
   * @throws ProblemError `quota_exhausted` when they do not fit
   */
  take(taken: MeteredUnits, within?: Transaction): Promise<void>;
  /** Returns what an account has used in the running period, by meter. */
  read(accountId: string): Promise<Readonly<Record<string, number>>>;
}
