import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Admin } from '../keys/admin.js';
import { parseKey } from '../keys/key-format.js';

/** The key that was made with the first account, or what has become of it. */
export type FirstKey =
  /** `file`: where it lies. `made`: its text, when it was made now; it is shown this once. */
  | { readonly file: string; readonly made: string | null }
  /** Its file was taken away, or it was revoked. `accountId`: whose a new one should be. */
  | { readonly lost: string; readonly accountId: string };

/**
 * The key of the owner of an embedded service, with every grant there is. Made with the first account when the
 * database has none yet, in a file that only the owner can read; at later starts it gets the grants of plugins that
 * came since.
 */
export async function firstKey(admin: Admin, dataDirectory: string, grants: readonly string[]): Promise<FirstKey> {
  const file = join(dataDirectory, 'first-key');
  const [first] = await admin.listAccounts();
  if (first !== undefined) {
    const kept = readKey(file);
    const works = kept !== undefined && (await admin.setGrants(kept.publicId, grants));
    return works ? { file, made: null } : { lost: file, accountId: first.id };
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
