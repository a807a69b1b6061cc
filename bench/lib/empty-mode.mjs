/**
 * A host with one mode that does nothing, for `ms` milliseconds if asked, and makes a file of `mebibytes` if asked; and the routes of
 * `bench-routes.mjs`. Run as a process of its own; prints `{ url, keys }`, the keys of each tenant, as many as OSTIARY_BENCH_KEYS says
 * (`2,1`: two tenants; `0`: none, for a worker).
 */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { benchRoutes } from './bench-routes.mjs';

const require = createRequire(new URL('../../core/testkit/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { defineMode, definePlugin } = await load('@ostiary/plugin-api');
const host = await load('@ostiary/host');
const { z } = await load('zod');

/** Set by SIGUSR2: what is queued is to be done with. */
let hurry = false;
process.on('SIGUSR2', () => {
  hurry = true;
});

/** What the routes work on, once there is something. */
const open = {};

const empty = definePlugin({
  id: 'empty',
  grants: ['empty'],
  http: { controllers: [benchRoutes(() => open)] },
  purposes: { bytes: { maxBytes: 2 ** 30, mediaTypes: ['application/octet-stream'] } },
  modes: [
    defineMode({
      name: 'empty',
      title: 'Nothing',
      grant: 'empty',
      request: z.strictObject({
        ms: z.int().min(0).max(600_000).optional(),
        mebibytes: z.int().min(1).max(1_024).optional(),
      }),
      result: z.strictObject({}),
      limits: { inlineBytes: 1_000, seconds: 600 },
      artefacts: ['log'],
      async solve({ ms, mebibytes = 0 }, ctx) {
        if (ms !== undefined && !hurry) await sleep(ms, undefined, { signal: ctx.signal });
        if (mebibytes === 0) return {};
        const file = await ctx.artefact({ kind: 'log', name: 'bytes', mediaType: 'application/octet-stream' });
        for (let n = 0; n < mebibytes; n += 1) await file.write(randomBytes(1_048_576));
        await file.close();
        return {};
      },
    }),
  ],
});

// The rate limit is not what is measured.
const env = { ...process.env, OSTIARY_PORT: '0', OSTIARY_RATE_PER_MINUTE: '1000000', OSTIARY_RATE_BURST: '100000' };
const clock = { now: () => new Date() };
const config = host.readHostConfig(env, process.cwd());
const deployment = host.asDeployment({ kind: 'embedded', plugins: [] }, 'the bench', process.cwd());
const registry = await host.assemble(deployment, host.hostControllers(), [{ definition: empty }]);
const secrets = host.loadSecrets({ env, dataDirectory: config.dataDirectory, generate: true });
const directory = join(config.dataDirectory, 'database');
mkdirSync(directory, { recursive: true });
const location =
  config.databaseUrl === null ? { kind: 'pglite', directory } : { kind: 'postgres', url: config.databaseUrl };
const database = await host.openDatabase(location, host.storageOf(registry));
if (process.env.OSTIARY_BENCH_ROW_SECURITY === 'off') {
  const { withoutRowSecurity } = await import('./without-row-security.mjs');
  await withoutRowSecurity(database);
}
if (process.env.OSTIARY_BENCH_RATES === 'off') {
  const { RateService } = await import(new URL('../../core/host/dist/rates/rate.service.js', import.meta.url).href);
  RateService.prototype.count = async () => {};
}
const admin = new host.Admin({
  database,
  clock,
  peppers: secrets.peppers,
  grants: registry.grants,
  unitsPerMonth: 10_000_000,
});
const keys = [];
for (const [tenant, count] of (process.env.OSTIARY_BENCH_KEYS ?? '1').split(',').entries()) {
  if (Number(count) === 0) continue;
  const accountId = await admin.createAccount({ name: `bench ${tenant}` });
  Object.assign(open, { database, accountId });
  for (let n = 0; n < Number(count); n += 1)
    keys.push((await admin.createKey({ accountId, name: `bench ${n}`, grants: registry.grants })).key.reveal());
}
const answerCheck = (_route, answer) => answer;
const settings = { config, deployment, registry, secrets, clock, log: host.createLogger('warn'), answerCheck };
const { url } = await host.run(settings, database);
process.stdout.write(`${JSON.stringify({ url, keys })}\n`);
process.on('SIGTERM', () => process.exit(0));
