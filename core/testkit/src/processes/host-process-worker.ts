/**
 * A whole host in a process of its own, to be killed: set by OSTIARY_* as always, with the modes that are busy, take files and work in
 * parts. With CHORE_DIARY it has a chore that writes to that file, under a lease of CHORE_LEASE_MS.
 * Prints one line of JSON once it works: `{ url, key }`. With MAKE_KEY it makes an account and a key first.
 * SIGTERM stops it as the service's own process does.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  Admin,
  asDeployment,
  assemble,
  createLogger,
  hostControllers,
  loadSecrets,
  openDatabase,
  readHostConfig,
  run,
  storageOf,
  strictAnswerCheck,
} from '@ostiary/host';
import { withBusyMode } from '../fixtures/with-busy-mode.js';
import { withParts } from '../fixtures/with-parts.js';
import { withHostServices } from '../fixtures/with-host-services.js';
import { withUpload } from '../fixtures/with-upload.js';
import { writtenChore } from './written-chore.js';

const { env } = process;
const clock = { now: () => new Date() };
const config = readHostConfig(env, process.cwd());
const deployment = asDeployment({ kind: 'embedded', plugins: [] }, 'the test', process.cwd());
const registry = await assemble(deployment, hostControllers(), [
  { definition: withBusyMode },
  { definition: withUpload },
  { definition: withParts },
  { definition: withHostServices },
  ...(env['CHORE_DIARY'] ? [{ definition: writtenChore, config: { diary: env['CHORE_DIARY'] } }] : []),
]);
const secrets = loadSecrets({ env, dataDirectory: config.dataDirectory, generate: true });
const settings = {
  config: { ...config, choreLeaseMs: Number(env['CHORE_LEASE_MS'] ?? config.choreLeaseMs) },
  deployment,
  registry,
  secrets,
  clock,
  log: createLogger('silent'),
  answerCheck: strictAnswerCheck,
};
const directory = join(config.dataDirectory, 'database');
mkdirSync(directory, { recursive: true });
const database = await openDatabase(
  config.databaseUrl === null ? { kind: 'pglite', directory } : { kind: 'postgres', url: config.databaseUrl },
  storageOf(registry),
);
let key: string | null = null;
if (env['MAKE_KEY']) {
  const admin = new Admin({
    database,
    clock,
    peppers: secrets.peppers,
    grants: registry.grants,
    profiles: [],
    unitsPerMonth: 1_000_000,
    erasers: registry.accountErasers,
  });
  const accountId = await admin.createAccount({ name: 'Test account' });
  key = (await admin.createKey({ accountId, name: 'test', grants: registry.grants })).key.reveal();
}
const host = await run(settings, database);
process.once(
  'SIGTERM',
  () =>
    void host
      .close()
      .then(() => database.close())
      .then(() => process.exit(0)),
);
process.stdout.write(`${JSON.stringify({ url: host.url, key })}\n`);
