/** At most `quota` in each window of `seconds`. */
export interface RatePolicy {
  /** Told in `violated-policies`. */
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
}

/** Rates of a plugin's own, besides those of keys: by address, by receiver of a mail. All processes of a deployment count together. */
export interface Rates {
  /**
   * Counts one of `who`.
   * @throws ProblemError `rate_limited` with `Retry-After`
   */
  take(policy: RatePolicy, who: string): Promise<void>;
}

/** The address clients reach the service at. */
export interface BaseAddress {
  /** Without a slash at the end; empty as long as the port is not known: then links are relative. */
  readonly value: string;
}
