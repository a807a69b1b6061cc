import { startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseKey } from './key-format.js';
import { findKey, type KeyRecord, noteUse, rehash } from './key-record.js';

let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

const em = () => host.database.asHost();

/** A new key, and how it is read back. */
async function kept(): Promise<{ readonly id: string; readonly read: () => Promise<KeyRecord> }> {
  const { id, key } = await host.createKey();
  const publicId = parseKey(key)?.publicId ?? '';
  const read = async (): Promise<KeyRecord> => {
    const record = await findKey(em(), publicId);
    if (record === undefined) throw new Error('the key is gone');
    return record;
  };
  return { id, read };
}

describe('what is kept of a key', () => {
  it('notes its use at most once a minute, whichever process saw it', async () => {
    const { id, read } = await kept();
    const at = (seconds: number): Date => new Date(Date.parse('2026-11-21T10:00:00.000Z') + seconds * 1_000);
    const noted: (Date | null)[] = [];
    for (const seconds of [0, 59, 60, 61, 90]) {
      await noteUse(em(), id, at(seconds));
      noted.push((await read()).lastUsedAt);
    }
    expect(noted).toEqual([at(0), at(0), at(0), at(61), at(61)]);
  });

  it('moves to another pepper once: who comes second changes nothing', async () => {
    const { id, read } = await kept();
    const { pepperId } = await read();
    const [first, second] = ['a', 'b'].map((digit) => ({ pepperId: `pepper_${digit}`, hash: digit.repeat(64) }));
    if (!first || !second) throw new Error('two forms are needed');
    expect(await rehash(em(), id, { pepperId }, first)).toBe(true);
    expect(await rehash(em(), id, { pepperId }, second)).toBe(false);
    expect(await read()).toMatchObject(first);
  });
});
