import { asOwner, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Em } from './database.js';
import { statement } from './statement.js';

let host: TestHost;
const em = (): Em => host.database.asHost();
const kept = async (): Promise<number[]> =>
  (await statement<{ n: number }>(em(), 'select n from core.scratch order by n')).map(({ n }) => n);

beforeAll(async () => {
  host = await startHost({ env: { OSTIARY_ROLES: 'api' } });
  const owner = asOwner(host.database);
  await owner.execute('create table core.scratch (n int primary key, t text)');
  await owner.execute('grant select, insert on core.scratch to ostiary_host');
});
afterAll(() => host.close());

describe('a prepared statement', () => {
  it('gives each use its own values, of every kind that can be bound', async () => {
    const text = `select $1::int as int, $2::text as text, $3::bool as bool, $4::text[] as texts, $5::jsonb as json,
      $6::timestamptz = '2026-01-02T03:04:05.678Z' as same, octet_length($7::bytea) as bytes`;
    const date = new Date('2026-01-02T03:04:05.678Z');
    for (const [int, given] of ['plain', `'"\\{}$1,`, null, 'x'.repeat(2_000_000)].entries()) {
      expect(
        await statement(em(), text, [
          int,
          given,
          int > 1,
          ['a,b', '"'],
          '{"a":[null]}',
          date,
          new Uint8Array([0, 255]),
        ]),
      ).toEqual([{ int, text: given, bool: int > 1, texts: ['a,b', '"'], json: { a: [null] }, same: true, bytes: 2 }]);
    }
  });

  it('answers every row, and none', async () => {
    const text = 'select n::int from generate_series(1, $1::int) n';
    expect(await statement(em(), text, [3])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await statement(em(), text, [0])).toEqual([]);
  });

  it('that fails tells the SQLSTATE, is done again afterwards, and breaks nothing beside it', async () => {
    const insert = 'insert into core.scratch (n) values ($1)';
    await statement(em(), insert, [1]);
    await expect(statement(em(), insert, [1])).rejects.toMatchObject({ code: '23505' });
    await expect(statement(em(), 'select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' });
    await statement(em(), insert, [2]);
    expect(await kept()).toEqual([1, 2]);
  });

  it('belongs to the transaction of its manager, and to no other one that is open', async () => {
    const insert = 'insert into core.scratch (n) values ($1)';
    let outside: Promise<unknown> | undefined;
    const undone = em().transactional(async (tx) => {
      await statement(tx, insert, [10]);
      outside = statement(em(), insert, [11]);
      await statement(tx, insert, [12]);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    await outside;
    await em().transactional(async (tx) => {
      await statement(tx, insert, [13]);
    });
    expect(await kept()).toEqual([1, 2, 11, 13]);
  });

  it('goes on in a transaction that it failed in only after the transaction was taken back', async () => {
    const insert = 'insert into core.scratch (n) values ($1)';
    await expect(
      em().transactional(async (tx) => {
        await statement(tx, insert, [20]);
        await statement(tx, insert, [20]);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    await statement(em(), insert, [20]);
    expect(await kept()).toContain(20);
  });
});
