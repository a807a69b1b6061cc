import type { Clock } from '@ostiary/plugin-api';
import type { Pepper } from '../config/secrets.js';
import { newId } from '../ids/new-id.js';
import { type AdminResult, parseAdmin } from './admin-commands.js';
import { AdminError } from './admin-error.js';
import { requireKnown, requireName } from './admin-names.js';
import type { KeptKey, KeyFile } from './key-file.js';
import { mintKey } from './key-format.js';
import { hashKey } from './key-hash.js';

/** What the commands of a router need. */
export interface KeyFileDesk {
  readonly file: KeyFile;
  readonly clock: Clock;
  readonly peppers: readonly [Pepper, ...Pepper[]];
  /** Grants there are here. */
  readonly grants: readonly string[];
}

/**
 * Does a command of the operator on a router: `key create`, `key list`, `key revoke`, `key revoke-lost`.
 * @throws AdminError for what cannot be done, and for every other command
 */
export function performOnKeyFile({ file, clock, peppers, grants }: KeyFileDesk, given: unknown): AdminResult {
  const command = parseAdmin(given);
  const now = clock.now();
  switch (command.command) {
    case 'key create': {
      const { account, name = 'key', expires = null } = command;
      requireName('account', account);
      requireName('name', name);
      requireKnown('grants', command.grants, grants);
      if (command.profiles !== undefined)
        throw new AdminError('--profiles: a router runs no jobs, so it has no profiles');
      if (expires !== null && expires <= now)
        throw new AdminError(`--expires: ${expires.toISOString()} is in the past.`);
      const { key, parsed } = mintKey();
      const kept = { digest: hashKey(parsed, peppers[0]), pepper: peppers[0].id, revoked_at: null };
      const id = newId('key');
      const carries = { grants: [...new Set(command.grants)].toSorted(), expires_at: expires };
      file.write([...file.read(), { id, public_id: parsed.publicId, account, name, ...kept, ...carries }]);
      return { id, key: key.reveal() };
    }
    case 'key list':
      return file
        .read()
        .filter(({ account }) => command.account === undefined || account === command.account)
        .map((key) => ({
          id: key.id,
          account: key.account,
          name: key.name,
          grants: key.grants.join(','),
          expires: key.expires_at?.toISOString() ?? '',
          pepper: key.pepper === peppers[0].id ? 'current' : 'older',
          revoked: key.revoked_at?.toISOString() ?? '',
        }));
    case 'key revoke': {
      if (!file.read().some(({ id }) => id === command.id)) throw new AdminError(`there is no key ${command.id}`);
      revoke(file, now, ({ id }) => id === command.id);
      return { id: command.id, revoked: true };
    }
    case 'key revoke-lost':
      return { revoked: revoke(file, now, ({ pepper }) => !peppers.some(({ id }) => id === pepper)) };
    default:
      throw new AdminError(
        `${command.command}: a router has no database; it knows key create, list, revoke and revoke-lost`,
      );
  }
}

/** The first revocation counts: the time says since when the key does not work. */
function revoke(file: KeyFile, now: Date, which: (key: KeptKey) => boolean): number {
  const keys = file.read();
  const ended = keys.filter((key) => key.revoked_at === null && which(key));
  file.write(keys.map((key) => (ended.includes(key) ? { ...key, revoked_at: now } : key)));
  return ended.length;
}
