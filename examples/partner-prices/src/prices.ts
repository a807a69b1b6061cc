import { EntityManager } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import type { PriceList } from './prices-service.js';
import { Price } from './table.js';

/** The prices of all accounts; every question begins with the account that asks. */
@Injectable()
export class Prices implements PriceList {
  constructor(@Inject(EntityManager) private readonly em: EntityManager) {}

  async of(accountId: string, articles: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.em.fork().find(Price, { accountId, article: { $in: [...articles] } });
    return new Map(rows.map(({ article, cents }) => [article, cents]));
  }

  async set(accountId: string, article: string, cents: number, setAt: Date): Promise<void> {
    await this.em.fork().upsert(Price, { accountId, article, cents, setAt });
  }

  /** Returns how many prices were forgotten. */
  forgetBefore(time: Date): Promise<number> {
    return this.em.fork().nativeDelete(Price, { setAt: { $lt: time } });
  }
}
