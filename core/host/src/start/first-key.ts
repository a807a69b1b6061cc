import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Admin } from '../keys/admin.js';
import { parseKey } from '../keys/key-format.js';

export interface FirstKey {
  /** Where the key lies. */
  readonly file: string;
  /** The key, when it was made now: shown this once. */
  readonly made: string | null;
}

/**
 * The key of the owner of an embedded service, with every grant there is. Made with the first account when the
 * database has none yet, in a file that only the owner can read; at later starts it gets the grants of plugins that
 * came since. Undefined where no such key was ever made, it was revoked, or its file was taken away.
 */
export async function firstKey(
  admin: Admin,
  dataDirectory: string,
  grants: readonly string[],
): Promise<FirstKey | undefined> {
  const file = join(dataDirectory, 'first-key');
  if ((await admin.listAccounts()).length > 0) {
    const kept = readKey(file);
    return kept && (await admin.setGrants(kept.publicId, grants)) ? { file, made: null } : undefined;
  }
  const accountId = await admin.createAccount({ name: 'First account' });
  const { key } = await admin.createKey({ accountId, name: 'first key', grants });
  writeFileSync(file, `${key.reveal()}\n`, { mode: 0o600 });
  return { file, made: key.reveal() };
}

function readKey(file: string): ReturnType<typeof parseKey> {
  try {
    return parseKey(readFileSync(file, 'utf8').trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
