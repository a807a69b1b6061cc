import { definePlugin, provide } from '@ostiary/plugin-api';
import { forgetOldPrices } from './chore.js';
import { Config } from './config.js';
import { checkOrder } from './mode.js';
import { purposes } from './order.js';
import { pricesService } from './prices-service.js';
import { Prices } from './prices.js';
import { pt } from './pt.js';
import { PricesController } from './routes.js';
import { median } from './solver.js';
import { M001Prices, Price } from './table.js';

export default definePlugin({
  id: 'prices',
  config: Config,
  grants: ['prices'],
  purposes,
  modes: [checkOrder],
  solvers: [median],
  http: { controllers: [PricesController] },
  storage: { schema: 'prices', entities: [Price], migrations: [{ name: 'prices/001_prices', class: M001Prices }] },
  providers: [Prices],
  provides: [provide(pricesService, Prices)],
  chores: [forgetOldPrices],
  translations: { pt },
});
