import { existsSync } from 'node:fs';
import { AdminError } from '../keys/admin-error.js';
import { type AdminCommand, type AdminResult, performAdmin } from '../keys/admin-commands.js';
import { readDeployment } from '../plugins/deployment.js';
import { type HostConfig, readHostConfig } from '../config/host-config.js';
import { storageOf } from './all-parts.js';
import { adminOf, prepare } from './boot.js';
import { embeddedDatabase, openStore } from './open.js';

/**
 * Does a command of the operator on the database itself, which must be PostgreSQL or a data folder nobody has open.
 * @throws AdminError, DataDirectoryInUse, EnvironmentError
 */
export async function performOffline(
  command: AdminCommand,
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<AdminResult> {
  requireDatabase(readHostConfig(env, directory));
  const settings = await prepare(env, directory);
  const store = await openStore(settings.config, storageOf(settings.registry), settings.log);
  try {
    return await performAdmin(adminOf(settings, store), command);
  } finally {
    await store.close();
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
