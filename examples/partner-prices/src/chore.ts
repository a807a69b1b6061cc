import type { ChoreDeclaration } from '@ostiary/plugin-api';
import { Config } from './config.js';
import { Prices } from './prices.js';

const DAY_MS = 86_400_000;

/** Once an hour, in one process of the deployment. */
export const forgetOldPrices: ChoreDeclaration = {
  name: 'forget_old_prices',
  everyMs: 3_600_000,
  on: 'one',
  async run(ctx) {
    const { keepDays } = ctx.config(Config);
    await ctx.own(Prices).forgetBefore(new Date(ctx.clock.now().getTime() - keepDays * DAY_MS));
  },
};
