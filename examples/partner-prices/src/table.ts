import { defineEntity, p } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

const PriceSchema = defineEntity({
  name: 'Price',
  schema: 'prices',
  tableName: 'prices',
  properties: {
    accountId: p.string().primary(),
    article: p.string().primary(),
    cents: p.integer(),
    setAt: p.datetime(),
  },
});

/** What one article costs, as one account has set it. */
export class Price extends PriceSchema.class {}
PriceSchema.setClass(Price);

export class M001Prices extends Migration {
  override up(): void {
    this.addSql('create schema if not exists prices');
    this.addSql(
      `create table prices.prices (
         account_id text not null, article text not null, cents int not null, set_at timestamptz not null,
         primary key (account_id, article))`,
    );
    tenantTable(this, 'prices.prices');
  }
}
