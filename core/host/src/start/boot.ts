import type { Clock, Logger } from '@ostiary/plugin-api';
import { Admin } from '../keys/admin.js';
import type { AdminDesk } from '../commands/perform.js';
import { PluginCommands } from '../commands/plugin-commands.js';
import { assemble } from '../plugin-loading/assemble.js';
import { type Deployment, readDeployment } from '../plugins/deployment.js';
import type { Settings } from './settings.module.js';
import { readConfigSecrets } from '../config/config-secrets.js';
import { EnvironmentError } from '../config/environment.js';
import { type HostConfig, readHostConfig } from '../config/host-config.js';
import { performAdmin } from '../keys/admin-commands.js';
import { KeyFile } from '../keys/key-file.js';
import { performOnKeyFile } from '../keys/key-file-commands.js';
import { keptPeppers } from '../keys/key-record.js';
import { loadSecrets } from '../config/secrets.js';
import { hostControllers } from './host.modules.js';
import { noAnswerCheck } from '../http/answer-check.js';
import { createLogger } from '../observe/logger.js';
import { storageOf } from './all-parts.js';
import { noDatabase } from '../storage/no-database.js';
import { makeDataFolder } from '../storage/data-folder.js';
import { firstKey, type FirstKey } from './first-key.js';
import { type OpenStore, openStore } from './open.js';
import { requirePepper } from './require-pepper.js';
import { run, type RunningHost } from './run.js';

/** Everything that is settled before the database is opened. */
export type Prepared = Settings & { readonly env: Readonly<Record<string, string | undefined>> };

const systemClock: Clock = { now: () => new Date() };

/**
 * Reads configuration, deployment, secrets and plugins. Opens nothing and listens nowhere.
 * @throws EnvironmentError, DeploymentError, PluginsRefused: all of them for the operator to read
 */
export async function prepare(env: Readonly<Record<string, string | undefined>>, directory: string): Promise<Prepared> {
  const config = readHostConfig(env, directory);
  const deployment = readDeployment(config.deploymentFile, config.pluginsDirectory);
  const embedded = deployment.kind === 'embedded';
  requireStores(deployment.kind, config);
  const registry = await assemble(deployment, hostControllers());
  readConfigSecrets(registry.plugins, env, deployment.directory);
  // After the plugins: a start that refuses them leaves no folder and no secrets behind.
  makeDataFolder(config.dataDirectory);
  const secrets = loadSecrets({ env, dataDirectory: config.dataDirectory, generate: deployment.kind !== 'hosted' });
  // An embedded service logs only what needs attention, a hosted one every request.
  const log: Logger = createLogger(config.logLevel ?? (embedded ? 'warn' : 'info'));
  return { env, config, deployment, secrets, registry, clock: systemClock, log, answerCheck: noAnswerCheck };
}

/** @throws EnvironmentError where a store is missing, or named and not used: that would look as if it were */
function requireStores(kind: Deployment['kind'], { databaseUrl, redisUrl }: HostConfig): void {
  if (kind === 'hosted' && databaseUrl === null)
    throw new EnvironmentError(['OSTIARY_DATABASE_URL: must be set on a hosted deployment']);
  if (kind !== 'router') return;
  const named = [databaseUrl !== null && 'OSTIARY_DATABASE_URL', redisUrl !== null && 'OSTIARY_REDIS_URL'];
  const problems = named
    .filter((name) => name !== false)
    .map((name) => `${name}: a router has neither database nor Redis; unset it`);
  if (problems.length > 0) throw new EnvironmentError(problems);
}

/**
 * Opens the database of a deployment; a router has none.
 * @throws as `openStore` does
 */
export function storeOf({ deployment, config, registry, log }: Settings): Promise<OpenStore> {
  return deployment.kind === 'router'
    ? Promise.resolve({ database: noDatabase(), close: () => Promise.resolve() })
    : openStore(config, storageOf(registry), log);
}

/** What the operator does with accounts and keys. */
export function adminOf(settings: Settings, store: OpenStore): Admin {
  const { clock, secrets, registry, config, deployment } = settings;
  return new Admin({
    database: store.database,
    clock,
    peppers: secrets.peppers,
    grants: registry.grants,
    profiles: [...deployment.profiles.keys()],
    unitsPerMonth: config.limits.unitsPerMonth,
    erasers: registry.accountErasers,
  });
}

/** What `ostiary admin` asks of a process that was started. */
export function deskOf(settings: Settings, { app }: RunningHost): AdminDesk {
  const admin = app.get(Admin, { strict: false });
  return { own: ownCommands(settings, admin), commands: app.get(PluginCommands, { strict: false }) };
}

/** The host's own commands: on accounts and keys in the database, or on the file of keys of a router. */
export function ownCommands(settings: Settings, admin: Admin): AdminDesk['own'] {
  if (settings.deployment.kind !== 'router') return (given) => performAdmin(admin, given);
  const { config, clock, secrets, registry } = settings;
  const desk = { file: new KeyFile(config.dataDirectory), clock, peppers: secrets.peppers, grants: registry.grants };
  return async (given) => performOnKeyFile(desk, given);
}

export interface Booted {
  readonly host: RunningHost;
  /** What `ostiary admin` asks of this process. */
  readonly desk: AdminDesk;
  /** Only on the embedded deployment. */
  readonly key: FirstKey | undefined;
  /** Stops the host, closes the database, gives the data folder back. */
  close(): Promise<void>;
}

/** The peppers under which keys that may still work are kept, and how many keys each. */
async function keptPeppersOf(
  { deployment, config, clock }: Settings,
  { database }: OpenStore,
): ReturnType<typeof keptPeppers> {
  const now = clock.now();
  return deployment.kind === 'router'
    ? new KeyFile(config.dataDirectory).peppers(now)
    : keptPeppers(database.asHost(), now);
}

/** Opens the database, makes the first key where there is none, and starts the roles that are configured. */
export async function boot(settings: Settings): Promise<Booted> {
  const store = await storeOf(settings);
  try {
    requirePepper(await keptPeppersOf(settings, store), settings.secrets, settings.log);
    const embedded = settings.deployment.kind === 'embedded';
    const key = embedded
      ? await firstKey(adminOf(settings, store), settings.config.dataDirectory, settings.registry.grants)
      : undefined;
    const host = await run(settings, store.database);
    return {
      host,
      desk: deskOf(settings, host),
      key,
      close: () => {
        const closing = new AsyncDisposableStack();
        closing.defer(() => store.close());
        closing.defer(() => host.close());
        return closing.disposeAsync();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
