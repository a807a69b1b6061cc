import { defineService } from '@ostiary/plugin-api';

/** What other plugins may ask: this file is all of the plugin that they import. */
export interface PriceList {
  /** The prices of an account that are known, in cents, by article. */
  of(accountId: string, articles: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export const pricesService = defineService<PriceList>('prices.list');
