import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock, CommandResult, PluginDefinition } from '@ostiary/plugin-api';
import {
  Admin,
  asDeployment,
  assemble,
  createLogger,
  type Database,
  hostControllers,
  KeyCache,
  loadSecrets,
  PluginCommands,
  type PluginRegistry,
  readConfigSecrets,
  readHostConfig,
  run,
  type RunningHost,
  type Settings,
  storageOf,
  strictAnswerCheck,
} from '@ostiary/host';
import supertest from 'supertest';
import { openTestDatabase } from './databases/test-database.js';
import { dropRedisKeys } from './databases/test-redis.js';

export interface TestHostOptions {
  /** What the deployment file would name; a plugin in memory may stand for itself. */
  readonly plugins?: readonly TestPlugin[];
  /** Further environment variables, e.g. `{ OSTIARY_RATE_BURST: '5' }`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Sections of the deployment file besides the plugins, e.g. `{ profiles: {...} }`. */
  readonly deployment?: Readonly<Record<string, unknown>>;
  readonly clock?: Clock;
  /** Receives the log, a JSON line at a time; nowhere when absent. */
  readonly log?: (line: string) => void;
}

/** A plugin of a test host: in memory, or a package by its name or its folder; with its configuration where it takes one. */
export type TestPlugin =
  | PluginDefinition
  | string
  | { readonly definition: PluginDefinition; readonly config?: Readonly<Record<string, unknown>> }
  | { readonly package: string; readonly config?: Readonly<Record<string, unknown>> };

export interface TestKey {
  readonly id: string;
  readonly accountId: string;
  /** The key as a client sends it. */
  readonly key: string;
  /** The Authorization header for it. */
  readonly bearer: string;
}

/** A running host on a throw-away database. Every answer is checked against its declaration. */
export interface TestHost {
  readonly url: string;
  /** Requests to it: `host.http.get('/v1/account')`. */
  readonly http: ReturnType<typeof supertest>;
  readonly registry: PluginRegistry;
  readonly database: Database;
  readonly dataDirectory: string;
  readonly admin: Admin;
  /** A provider of the running application, by its token. */
  get<T>(token: abstract new (...args: never[]) => T): T;
  createAccount(options?: { readonly name?: string; readonly units?: number }): Promise<string>;
  /** A key with every grant there is, unless told otherwise; of a new account, unless told otherwise. */
  createKey(options?: {
    readonly accountId?: string;
    readonly grants?: readonly string[];
    readonly profiles?: readonly string[];
    readonly expiresAt?: Date;
    readonly name?: string;
  }): Promise<TestKey>;
  /**
   * Does a command of a plugin as `ostiary admin` does: `host.command('stamp issue', { holder: 'Ada' })`. Options by the fields of their
   * schema. Rejects with what the operator would read.
   */
  command(name: string, options?: Readonly<Record<string, unknown>>): Promise<CommandResult>;
  close(): Promise<void>;
}

/** Generous rates: tests that are about rates set their own. */
const ENVIRONMENT = {
  OSTIARY_PORT: '0',
  OSTIARY_RATE_PER_MINUTE: '1000000',
  OSTIARY_RATE_BURST: '100000',
  OSTIARY_SHUTDOWN_SECONDS: '2',
};

/**
 * Starts a host with the given plugins: on PGlite in memory, or, when OSTIARY_DATABASE_URL is set, on a new database
 * of that server; with Redis under a prefix of its own when OSTIARY_REDIS_URL is set. `close` leaves nothing behind.
 */
export async function startHost(options: TestHostOptions = {}): Promise<TestHost> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'ostiary-host-'));
  const { settings, prefix } = await settingsOf(options, dataDirectory);
  const store = await openTestDatabase(storageOf(settings.registry), process.env['OSTIARY_DATABASE_URL']);
  const discard = async (): Promise<void> => {
    await store.close();
    await dropRedisKeys(settings.config.redisUrl, prefix);
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  // A database of its own server is what the jobs are told they share.
  const config = { ...settings.config, databaseUrl: store.url };
  try {
    const running = await run({ ...settings, config }, store.database);
    const closing = new AsyncDisposableStack();
    closing.defer(discard);
    closing.defer(() => running.close());
    return testHost({ ...settings, config }, store.database, running, () => closing.disposeAsync());
  } catch (error) {
    await discard();
    throw error;
  }
}

async function settingsOf(
  options: TestHostOptions,
  dataDirectory: string,
): Promise<{ readonly settings: Settings; readonly prefix: string }> {
  const prefix = `test-${randomBytes(8).toString('hex')}`;
  const env = {
    ...redisOf(process.env),
    ...ENVIRONMENT,
    ...options.env,
    OSTIARY_DATA: dataDirectory,
    OSTIARY_REDIS_PREFIX: prefix,
  };
  const plugins = (options.plugins ?? []).map(asEntry);
  const deployment = asDeployment(
    { kind: 'embedded', plugins: plugins.filter((plugin) => 'package' in plugin), ...options.deployment },
    'the test',
    process.cwd(),
  );
  const registry = await assemble(
    deployment,
    hostControllers(),
    plugins.filter((plugin) => 'definition' in plugin),
  );
  readConfigSecrets(registry.plugins, env, deployment.directory);
  const settings: Settings = {
    config: readHostConfig(env, process.cwd()),
    deployment,
    secrets: loadSecrets({ env, dataDirectory, generate: true }),
    registry,
    clock: options.clock ?? { now: () => new Date() },
    log: options.log ? createLogger('debug', { write: options.log }) : createLogger('silent'),
    answerCheck: strictAnswerCheck,
  };
  return { settings, prefix };
}

function asEntry(plugin: TestPlugin): Exclude<TestPlugin, PluginDefinition | string> {
  if (typeof plugin === 'string') return { package: plugin };
  return '$type' in plugin ? { definition: plugin } : plugin;
}

function redisOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const url = env['OSTIARY_REDIS_URL'];
  return url ? { OSTIARY_REDIS_URL: url } : {};
}

function testHost(settings: Settings, database: Database, running: RunningHost, close: () => Promise<void>): TestHost {
  const { registry, clock, secrets, config } = settings;
  const get = <T>(token: abstract new (...args: never[]) => T): T => running.app.get<T>(token, { strict: false });
  const admin = new Admin({
    database,
    clock,
    peppers: secrets.peppers,
    grants: registry.grants,
    profiles: [...settings.deployment.profiles.keys()],
    unitsPerMonth: config.limits.unitsPerMonth,
    erasers: registry.accountErasers,
    changed: () => get(KeyCache).clear(),
  });
  if (running.url === null) throw new Error('a test host serves the API; set no roles');
  const createAccount: TestHost['createAccount'] = ({ name = 'Test account', units } = {}) =>
    admin.createAccount({ name, ...(units !== undefined && { units }) });
  return {
    url: running.url,
    http: supertest(running.url),
    registry,
    database,
    dataDirectory: config.dataDirectory,
    admin,
    get,
    createAccount,
    async createKey({ accountId, grants = registry.grants, ...rest } = {}) {
      const owner = accountId ?? (await createAccount());
      const { id, key } = await admin.createKey({ accountId: owner, grants, ...rest });
      return { id, accountId: owner, key: key.reveal(), bearer: `Bearer ${key.reveal()}` };
    },
    command: (name, options = {}) =>
      get(PluginCommands).perform({ pluginCommand: name, options, secrets: {} }, new AbortController().signal),
    close,
  };
}
