import { rmSync } from 'node:fs';
import type { Logger } from '@ostiary/plugin-api';
import { EnvironmentError } from '../config/environment.js';
import type { Secrets } from '../config/secrets.js';
import type { keptPeppers } from '../keys/key-record.js';

/**
 * Sees to it that the keys that are kept can be checked. A pepper that is lost, or another deployment's, would make every
 * key wrong at once, and nobody would know why; one made anew in its place is taken away again.
 * @param kept the peppers under which keys are kept that may still work, and how many keys each
 * @throws EnvironmentError saying what is lost and what can be done
 */
export function requirePepper(
  kept: Awaited<ReturnType<typeof keptPeppers>>,
  { peppers, made }: Secrets,
  log: Logger,
): void {
  if (kept.length === 0 || kept.some(({ pepperId }) => peppers.some(({ id }) => id === pepperId))) {
    if (kept.length > 0 && made.some(({ what }) => what === 'signing'))
      log.warn({}, 'the signing secret was made anew: cursors and Idempotency-Keys from before are not known any more');
    return;
  }
  const anew = made.find(({ what }) => what === 'pepper');
  if (anew !== undefined) rmSync(anew.file, { force: true });
  const keys = kept.reduce((sum, { count }) => sum + count, 0);
  const ids = kept.map(({ pepperId }) => pepperId).join(', ');
  throw new EnvironmentError([
    `OSTIARY_PEPPER: the pepper of the keys that are kept here is not here: ${keys} ${keys === 1 ? 'key is' : 'keys are'} kept under ${ids}, and ${
      anew === undefined ? `this process has ${peppers.map(({ id }) => id).join(', ')}` : `${anew.file} is gone`
    }. Put it back from a copy. If it is lost, no key works any more: end them with \`ostiary admin key revoke-lost\`, start again, and make new ones with \`ostiary admin key create\`.`,
  ]);
}
