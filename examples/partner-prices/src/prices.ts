import { EntityManager } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import { asHost, forAccount } from '@ostiary/plugin-api';
import type { PriceList } from './prices-service.js';
import { Price } from './table.js';

/** The prices of all accounts; every question says whose it is, and the database shows it no other's rows. */
@Injectable()
export class Prices implements PriceList {
  constructor(@Inject(EntityManager) private readonly em: EntityManager) {}

  async of(accountId: string, articles: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await forAccount(this.em, accountId).find(Price, { accountId, article: { $in: [...articles] } });
    return new Map(rows.map(({ article, cents }) => [article, cents]));
  }

  async set(accountId: string, article: string, cents: number, setAt: Date): Promise<void> {
    await forAccount(this.em, accountId).upsert(Price, { accountId, article, cents, setAt });
  }

  /** Returns how many prices were forgotten, of all accounts. */
  forgetBefore(time: Date): Promise<number> {
    return asHost(this.em).nativeDelete(Price, { setAt: { $lt: time } });
  }
}
