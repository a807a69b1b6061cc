import { defineMode, input } from '@ostiary/plugin-api';
import { z } from 'zod';
import { Line, linesOf } from './order.js';
import { Prices } from './prices.js';

const Request = z.union([
  z.strictObject({ lines: z.array(Line).min(1).max(1_000).describe('The lines of the order.') }),
  z.strictObject({ file: input('order').describe('The order as a file, a line each: `bolt;12`.') }),
]);

const Result = z.strictObject({
  wrong: z.array(z.string().describe('An article.')).describe('Articles whose price is not that of the list.'),
  unknown: z.array(z.string().describe('An article.')).describe('Articles that the list does not have.'),
  median_cents: z.int().describe('The price in the middle of those of the order, in cents.'),
});

/** Compares the prices of an order, sent or uploaded, with those the account has set. */
export const checkOrder = defineMode({
  name: 'check_order',
  title: 'Check the prices of an order',
  grant: 'prices',
  request: Request,
  result: Result,
  limits: { inlineBytes: 200_000, seconds: 10 },
  solvers: ['prices-median'],
  example: { lines: [{ article: 'bolt', cents: 12 }] },
  /** Reads the file, so that what is wrong in it is told before the job is stored. */
  async prepare(order, ctx) {
    if ('file' in order) await linesOf(await ctx.input(order.file));
    return order;
  },
  async solve(order, ctx) {
    const lines = 'file' in order ? await linesOf(await ctx.input(order.file)) : order.lines;
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
