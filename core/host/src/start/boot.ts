import type { Clock, Logger } from '@ostiary/plugin-api';
import { Admin } from '../keys/admin.js';
import type { AdminDesk } from '../commands/perform.js';
import { PluginCommands } from '../commands/plugin-commands.js';
import { assemble } from '../plugin-loading/assemble.js';
import { readDeployment } from '../plugins/deployment.js';
import type { Settings } from './settings.module.js';
import { readConfigSecrets } from '../config/config-secrets.js';
import { EnvironmentError } from '../config/environment.js';
import { readHostConfig } from '../config/host-config.js';
import { loadSecrets } from '../config/secrets.js';
import { hostControllers } from './host.modules.js';
import { noAnswerCheck } from '../http/answer-check.js';
import { createLogger } from '../observe/logger.js';
import { storageOf } from './all-parts.js';
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
  if (!embedded && config.databaseUrl === null)
    throw new EnvironmentError([`OSTIARY_DATABASE_URL: must be set on a ${deployment.kind} deployment`]);
  const registry = await assemble(deployment, hostControllers());
  readConfigSecrets(registry.plugins, env, deployment.directory);
  // After the plugins: a start that refuses them leaves no folder and no secrets behind.
  makeDataFolder(config.dataDirectory);
  const secrets = loadSecrets({ env, dataDirectory: config.dataDirectory, generate: embedded });
  // On a newcomer's screen only what needs attention; a hosted process tells every request.
  const log: Logger = createLogger(config.logLevel ?? (embedded ? 'warn' : 'info'));
  return { env, config, deployment, secrets, registry, clock: systemClock, log, answerCheck: noAnswerCheck };
}

/** The operator's hand on accounts and keys. */
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
export const deskOf = ({ app }: RunningHost): AdminDesk => ({
  admin: app.get(Admin, { strict: false }),
  commands: app.get(PluginCommands, { strict: false }),
});

export interface Booted {
  readonly host: RunningHost;
  /** What `ostiary admin` asks of this process. */
  readonly desk: AdminDesk;
  /** Only on the embedded deployment. */
  readonly key: FirstKey | undefined;
  /** Stops the host, closes the database, gives the data folder back. */
  close(): Promise<void>;
}

/** Opens the database, makes the first key where there is none, and starts the roles that are configured. */
export async function boot(settings: Settings): Promise<Booted> {
  const store = await openStore(settings.config, storageOf(settings.registry), settings.log);
  try {
    await requirePepper(store.database, settings.secrets, settings.clock.now(), settings.log);
    const embedded = settings.deployment.kind === 'embedded';
    const key = embedded
      ? await firstKey(adminOf(settings, store), settings.config.dataDirectory, settings.registry.grants)
      : undefined;
    const host = await run(settings, store.database);
    return {
      host,
      desk: deskOf(host),
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
