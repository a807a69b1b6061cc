import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Secret } from '@ostiary/plugin-api';
import { base62, bytesToBigInt } from './base62.js';

/** A key taken apart. */
export interface ParsedKey {
  /** Finds the key; no secret. */
  readonly publicId: string;
  /** 256 random bits, base 62. */
  readonly secret: Secret;
}

const SHAPE = /^ost_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** Makes a key: `ost_<id, 8>_<secret, 43><checksum, 6>`. It is shown once and not kept. See docs/adr/0004. */
export function mintKey(): { readonly key: Secret; readonly parsed: ParsedKey } {
  const publicId = Array.from({ length: 8 }, () => base62(BigInt(randomInt(62)), 1)).join('');
  const secret = base62(bytesToBigInt(randomBytes(32)), 43);
  const body = `ost_${publicId}_${secret}`;
  return { key: new Secret(body + checksum(body)), parsed: { publicId, secret: new Secret(secret) } };
}

/** The parts of a key, or undefined when its shape or its checksum is wrong: a typing error costs no database read. */
export function parseKey(text: string): ParsedKey | undefined {
  const [, publicId, secret, sum] = SHAPE.exec(text) ?? [];
  if (publicId === undefined || secret === undefined) return undefined;
  // The checksum is no secret (everyone can compute it), so a plain comparison gives nothing away.
  return sum === checksum(`ost_${publicId}_${secret}`) ? { publicId, secret: new Secret(secret) } : undefined;
}

/** CRC-32 of the text before it, six base 62 digits. */
function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6);
}
