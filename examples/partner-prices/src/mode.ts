import { defineMode } from '@ostiary/plugin-api';
import { z } from 'zod';
import { Prices } from './prices.js';

const Line = z
  .strictObject({
    article: z.string().max(100).describe('What is ordered.'),
    cents: z.int().min(0).describe('What the order says that one piece costs, in cents.'),
  })
  .meta({ id: 'OrderLine' });

const Request = z.strictObject({ lines: z.array(Line).min(1).max(1_000).describe('The lines of the order.') });

const Result = z.strictObject({
  wrong: z.array(z.string().describe('An article.')).describe('Articles whose price is not that of the list.'),
  unknown: z.array(z.string().describe('An article.')).describe('Articles that the list does not have.'),
  median_cents: z.int().describe('The price in the middle of those of the order, in cents.'),
});

/** Compares the prices of an order with those the account has set. */
export const checkOrder = defineMode({
  name: 'check_order',
  title: 'Check the prices of an order',
  grant: 'prices',
  request: Request,
  result: Result,
  limits: { inlineBytes: 200_000, seconds: 10 },
  solvers: ['prices-median'],
  example: { lines: [{ article: 'bolt', cents: 12 }] },
  async solve({ lines }, ctx) {
    const listed = await ctx.own(Prices).of(
      ctx.accountId,
      lines.map(({ article }) => article),
    );
    ctx.progress({ phase: 'compare', done: lines.length, total: lines.length, unit: 'lines' });
    const session = await ctx.solver('prices-median');
    try {
      return {
        wrong: lines
          .filter(({ article, cents }) => listed.has(article) && listed.get(article) !== cents)
          .map(({ article }) => article),
        unknown: lines.filter(({ article }) => !listed.has(article)).map(({ article }) => article),
        median_cents: z.int().parse(await session.request(lines.map(({ cents }) => cents))),
      };
    } finally {
      session.release();
    }
  },
});
