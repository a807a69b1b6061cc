import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';

/** Of accounts, artefacts, stored files, keys, reads of files, requests, jobs, uploads, those who write one, and workers. */
type Prefix = 'acc' | 'art' | 'fil' | 'key' | 'rd' | 'req' | 'slv' | 'upl' | 'wri' | 'wrk';

const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * A random number of 8 bits, from 0 to less than 1, as generators of ULIDs take it. One by one from the system, as ulid does by itself, the 16 of an
 * id cost thirty times as much as the rest of it; here they come by the page.
 */
export function randomFraction(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool.readUInt8(used);
  // Nobody can read afterwards what an id was made of, and none is used twice.
  pool[used] = 0;
  used += 1;
  return byte / 256;
}

/** A new ULID: sortable by time, 80 random bits. */
export function newUlid(): string {
  return ulid(undefined, randomFraction);
}

/** A new id: prefix, `_`, and a ULID. */
export function newId(prefix: Prefix): string {
  return `${prefix}_${newUlid()}`;
}
