import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pepper } from '../config/secrets.js';
import type { ParsedKey } from './key-format.js';

/**
 * What is kept of a key: HMAC-SHA-256 under the pepper, hex. A slow hash is for passwords; this has 256 random bits.
 * See docs/adr/0004.
 */
export function hashKey(key: ParsedKey, pepper: Pepper): string {
  return createHmac('sha256', pepper.secret.reveal()).update(`${key.publicId}_${key.secret.reveal()}`).digest('hex');
}

/** Compared against when there is no such key, so that an unknown one takes as long as a wrong one. */
const NO_KEY = '0'.repeat(64);

/** Whether the key is the one that was kept. Time does not depend on where they differ or on whether there is one. */
export function matchesHash(
  key: ParsedKey,
  kept: { readonly hash: string; readonly pepperId: string } | undefined,
  peppers: readonly [Pepper, ...Pepper[]],
): boolean {
  const pepper = peppers.find(({ id }) => id === kept?.pepperId);
  const given = Buffer.from(hashKey(key, pepper ?? peppers[0]), 'hex');
  const same = timingSafeEqual(given, Buffer.from(kept?.hash ?? NO_KEY, 'hex'));
  return same && kept !== undefined && pepper !== undefined;
}
