import { asOwner, openTestDatabase, type TestDatabase } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../keys/entities/api-key.js';
import { CORE_STORAGE } from '../start/core-parts.js';
import { composeStorage } from './part.js';

let store: TestDatabase;

// Without row-level security: what keeps accounts apart here is the filter, and nothing else.
beforeAll(async () => {
  store = await openTestDatabase(composeStorage(CORE_STORAGE), process.env['OSTIARY_DATABASE_URL']);
  await store.addAccounts('acc_a', 'acc_b');
  await asOwner(store.database).execute('alter table core.api_keys disable row level security');
  for (const accountId of ['acc_a', 'acc_b'])
    await store.database.asHost().insert(ApiKey, {
      id: `key_of_${accountId}`,
      accountId,
      publicId: accountId.padEnd(8, 'x'),
      secretHash: '00',
      pepperId: 'none',
      last4: 'xxxx',
      name: 'Test',
      grants: [],
      profiles: [],
      createdAt: new Date('2026-01-01'),
    });
});
afterAll(() => store.close());

const ofA = () => store.database.forAccount('acc_a');
const ids = (keys: readonly ApiKey[]): string[] => keys.map(({ id }) => id).toSorted();

describe('what is asked for an account without a condition on it, where the database keeps nothing apart', () => {
  it('finds and counts rows of that account only, inside a transaction too', async () => {
    expect(ids(await ofA().find(ApiKey, {}))).toEqual(['key_of_acc_a']);
    expect(await ofA().findOne(ApiKey, { id: 'key_of_acc_b' })).toBeNull();
    expect(await ofA().findOne(ApiKey, 'key_of_acc_b')).toBeNull();
    expect(await ofA().count(ApiKey)).toBe(1);
    expect(await ofA().transactional(async (tx) => ids(await tx.find(ApiKey, {})))).toEqual(['key_of_acc_a']);
  });

  it('changes and deletes rows of that account only', async () => {
    expect(await ofA().nativeUpdate(ApiKey, {}, { name: 'of a' })).toBe(1);
    expect(await ofA().nativeDelete(ApiKey, { id: 'key_of_acc_b' })).toBe(0);
    expect(await store.database.asHost().findOneOrFail(ApiKey, 'key_of_acc_b')).toMatchObject({ name: 'Test' });
  });

  it('is no condition for the host, which works across accounts', async () => {
    expect(ids(await store.database.asHost().find(ApiKey, {}))).toEqual(['key_of_acc_a', 'key_of_acc_b']);
  });
});
