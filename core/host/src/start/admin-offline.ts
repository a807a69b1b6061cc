import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { AdminError } from '../keys/admin-error.js';
import type { CommandResult } from '@ostiary/plugin-api';
import { type AdminRequest, performRequest } from '../commands/perform.js';
import { readDeployment } from '../plugins/deployment.js';
import { type HostConfig, readHostConfig } from '../config/host-config.js';
import { adminOf, deskOf, ownCommands, prepare, type Prepared, storeOf } from './boot.js';
import { embeddedDatabase, type OpenStore } from './open.js';
import { run } from './run.js';

/**
 * Does a command of the operator on the database itself, which must be PostgreSQL or a data folder nobody has open.
 * See docs/adr/0072.
 * @throws AdminError, DataDirectoryInUse, EnvironmentError, PluginFailed
 */
export async function performOffline(
  request: AdminRequest,
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<CommandResult> {
  requireDatabase(readHostConfig(env, directory));
  // A command ends long before optimising PGlite would pay: without it, it takes less than half of the memory.
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');
  const settings = await prepare(env, directory);
  const store = await storeOf(settings);
  try {
    return 'command' in request
      ? await ownCommands(settings, adminOf(settings, store))(request)
      : await performWithPlugins(settings, store, request);
  } finally {
    await store.close();
  }
}

/** Starts the plugins for one command, beside whatever serves: no role, nothing in the background, no port. */
async function performWithPlugins(settings: Prepared, store: OpenStore, request: AdminRequest): Promise<CommandResult> {
  const config = { ...settings.config, roles: [], metricsPort: null };
  const host = await run({ ...settings, config }, store.database);
  try {
    return await performRequest(deskOf(settings, host), request, new AbortController().signal);
  } finally {
    await host.close();
  }
}

/** A command on a folder that is not the service's would make a database there, and find nothing in it. */
function requireDatabase({ databaseUrl, dataDirectory, deploymentFile }: HostConfig): void {
  if (databaseUrl !== null || existsSync(embeddedDatabase(dataDirectory))) return;
  if (readDeployment(deploymentFile).kind !== 'embedded') return;
  throw new AdminError(
    `There is no database in ${dataDirectory}. Set OSTIARY_DATA to the data folder of the service, or start the service once.`,
  );
}
