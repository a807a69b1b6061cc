import { openTestDatabase, type TestDatabase } from '@ostiary/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CORE_STORAGE } from '../start/core-parts.js';
import { composeStorage } from '../storage/part.js';
import { AnswerStore, type Claim } from './answer-store.js';
import { purgeStoredAnswers } from './purge.js';

let store: TestDatabase;
let answers: AnswerStore;
beforeAll(async () => {
  store = await openTestDatabase(composeStorage(CORE_STORAGE), process.env['OSTIARY_DATABASE_URL']);
  answers = new AnswerStore(store.database);
});
afterAll(() => store.close());

const request = (key: string, fingerprint = 'f') => ({
  scope: 's',
  accountId: null,
  operation: 'POST /x',
  key,
  fingerprint,
});
const claimed = async (key: string): Promise<Claim> => {
  const claim = await answers.claim(request(key));
  if ('answer' in claim) throw new Error('it was answered before');
  return claim;
};
const set = (column: string, key: string) =>
  store.database
    .asHost()
    .execute(`update core.stored_answers set ${column} = statement_timestamp() - interval '1 second' where key = ?`, [
      key,
    ]);
const answer = { status: 201, headers: { Location: '/x/1' }, body: { n: 1 } };

it('the try that takes over from a dead one stores its answer, and the dead one can store none', async () => {
  const dead = await claimed('taken over');
  await expect(answers.claim(request('taken over'))).rejects.toThrow('idempotency_in_progress');
  await set('claimed_until', 'taken over');
  await expect(answers.claim(request('taken over', 'other'))).rejects.toThrow('idempotency_key_reused');
  const next = await claimed('taken over');
  await expect(answers.keep(dead, answer)).rejects.toThrow('idempotency_in_progress');
  await answers.release(dead);
  await answers.keep(next, answer);
  expect(await answers.claim(request('taken over'))).toEqual({ answer });
});

it('an answer stored in a transaction that is rolled back is none', async () => {
  const claim = await claimed('rolled back');
  const failed = store.database.asHost().transactional(async (tx) => {
    await answers.keep(claim, answer, tx);
    throw new Error('the rows could not be stored');
  });
  await expect(failed).rejects.toThrow('the rows');
  await answers.release(claim);
  expect(await claimed('rolled back')).toMatchObject({ key: 'rolled back' });
});

it('a key past its life stands for nothing, and is purged', async () => {
  await answers.keep(await claimed('old'), answer);
  await set('expires_at', 'old');
  expect(await claimed('old')).toMatchObject({ key: 'old' });
  await set('expires_at', 'old');
  for await (const batch of purgeStoredAnswers(store.database.asHost())) expect(batch).toBeUndefined();
  const rows = await store.database.asHost().execute(`select 1 from core.stored_answers where key = 'old'`);
  expect(rows).toEqual([]);
});
