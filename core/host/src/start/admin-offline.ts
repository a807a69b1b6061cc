import { type AdminCommand, type AdminResult, performAdmin } from '../account/admin-commands.js';
import { storageOf } from '../storage/all-parts.js';
import { adminOf, prepare } from './boot.js';
import { openStore } from './open.js';

/**
 * Does a command of the operator on the database itself, which must be PostgreSQL or a data folder nobody has open.
 * @throws AdminError, DataDirectoryInUse
 */
export async function performOffline(
  command: AdminCommand,
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<AdminResult> {
  const settings = await prepare(env, directory);
  const store = await openStore(settings.config, storageOf(settings.registry));
  try {
    return await performAdmin(adminOf(settings, store), command);
  } finally {
    await store.close();
  }
}
