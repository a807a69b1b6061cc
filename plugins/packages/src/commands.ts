import { defineCommand } from '@ostiary/plugin-api';
import { z } from 'zod';
import { Entitlements } from './entitlements.js';

const account = z.string().describe('whose access');

/** `ostiary admin feed ...`. */
export const feedCommands = [
  defineCommand({
    name: 'feed set',
    summary: 'Let an account read a package feed, in place of the one it has.',
    usage: '--account acc_1 --url https://packages.example/acme --scopes read',
    options: z.strictObject({
      account,
      url: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .describe('base address of the feed'),
      scopes: z.array(z.string()).default([]).describe('what it may read there'),
      expires: z.iso.datetime().optional().describe('when that ends, e.g. 2027-01-31T00:00:00Z'),
    }),
    async run(ctx, { account: id, url, scopes, expires }) {
      const expiresAt = expires === undefined ? null : new Date(expires);
      await ctx.own(Entitlements).set(id, { feed: url, scopes, expiresAt });
      return { account: id, feed: url };
    },
  }),
  defineCommand({
    name: 'feed remove',
    summary: 'Take the package feed of an account away.',
    usage: '--account acc_1',
    options: z.strictObject({ account }),
    async run(ctx, { account: id }) {
      await ctx.own(Entitlements).remove(id);
      return { account: id, feed: '' };
    },
  }),
];
