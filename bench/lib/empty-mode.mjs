/** A host on the embedded default with one mode that does nothing. Run as a process of its own; prints `{ url, key }`. */
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../core/testkit/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { defineMode, definePlugin } = await load('@ostiary/plugin-api');
const host = await load('@ostiary/host');
const { z } = await load('zod');

const empty = definePlugin({
  id: 'empty',
  grants: ['empty'],
  modes: [
    defineMode({
      name: 'empty',
      title: 'Nothing',
      grant: 'empty',
      request: z.strictObject({}),
      result: z.strictObject({}),
      limits: { inlineBytes: 1_000, seconds: 10 },
      solve: () => Promise.resolve({}),
    }),
  ],
});

// The rate limit is not what is measured.
const env = { ...process.env, OSTIARY_PORT: '0', OSTIARY_RATE_PER_MINUTE: '1000000', OSTIARY_RATE_BURST: '100000' };
const clock = { now: () => new Date() };
const config = host.readHostConfig(env, process.cwd());
const deployment = host.asDeployment({ profile: 'embedded', plugins: [] }, 'the bench', process.cwd());
const registry = await host.assemble(deployment, host.hostControllers(), [empty]);
const secrets = host.loadSecrets({ env, dataDirectory: config.dataDirectory, generate: true });
const directory = join(config.dataDirectory, 'database');
mkdirSync(directory, { recursive: true });
const location =
  config.databaseUrl === null ? { kind: 'pglite', directory } : { kind: 'postgres', url: config.databaseUrl };
const database = await host.openDatabase(location, host.storageOf(registry));
const admin = new host.Admin({
  database,
  clock,
  pepper: secrets.peppers[0],
  grants: registry.grants,
  unitsPerMonth: 10_000_000,
});
const accountId = await admin.createAccount({ name: 'bench' });
const { key } = await admin.createKey({ accountId, name: 'bench', grants: registry.grants });
const answerCheck = (_route, answer) => answer;
const settings = { config, deployment, registry, secrets, clock, log: host.createLogger('warn'), answerCheck };
const { url } = await host.run(settings, database);
process.stdout.write(`${JSON.stringify({ url, key: key.reveal() })}\n`);
process.on('SIGTERM', () => process.exit(0));
