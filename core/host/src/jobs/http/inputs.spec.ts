import { createHash } from 'node:crypto';
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../storage/statement.js';

let host: TestHost;
let key: TestKey;
let stranger: TestKey;
const TEXT = Buffer.from('WORDS\nsome words of a file');

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withUpload, fixtures.withBusyMode] });
  [key, stranger] = [await host.createKey(), await host.createKey()];
});
afterAll(() => host.close());

async function upload(bytes = TEXT, purpose = 'words', whole = true): Promise<string> {
  const { body } = await host.http
    .post('/v1/uploads')
    .set('Authorization', key.bearer)
    .send({
      purpose,
      media_type: 'text/plain',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  if (whole) await host.http.put(body.content_path).set('Authorization', key.bearer).send(bytes).expect(200);
  return body.id as string;
}
const count = (text: object, more: object = {}, headers: Record<string, string> = {}, bearer = key.bearer) =>
  host.http
    .post('/v1/solves')
    .set({ Authorization: bearer, Prefer: 'wait=30', ...headers })
    .send({ mode: 'count_words', text, ...more });
/** An artefact of the account. */
async function artefact(text: string): Promise<string> {
  const { body: job } = await host.http
    .post('/v1/solves')
    .set({ Authorization: key.bearer, Prefer: 'wait=30' })
    .send({ mode: 'busy', do: 'artefact', text });
  const { body } = await host.http.get(`/v1/solves/${job.id}/artifacts`).set('Authorization', key.bearer);
  return body.data[0].id as string;
}
const age = (table: string, id: string, by: string) =>
  statement(host.database.asHost(), `update core.${table} set expires_at = now() + $2::interval where id = $1`, [
    id,
    by,
  ]);

describe('a job that names a file', () => {
  it('POST /v1/solves 200 with an upload, again and again, and with an artefact of an earlier job', async () => {
    const id = await upload();
    const [first] = [await count({ upload_id: id }), await count({ upload_id: id })];
    expect(first.body).toMatchObject({ status: 'succeeded', result: { words: 5, first: 'some' } });
    const { body } = await host.http.get(`/v1/solves/${first.body.id}/artifacts`).set('Authorization', key.bearer);
    const again = await count({ artifact_id: body.data[0].id });
    expect(again.body).toMatchObject({ status: 'succeeded', result: { words: 1, first: 'some' } });
  });

  it("POST /v1/solves 400 for an upload that is unknown, malformed, another account's, not complete, expired or of another purpose", async () => {
    const [mine, open, other, old] = [
      await upload(),
      await upload(TEXT, 'words', false),
      await upload(Buffer.from('x'), 'bytes'),
      await upload(),
    ];
    await age('uploads', old, '-1 s');
    const told: string[] = [];
    for (const [id, bearer] of [
      [mine, stranger.bearer],
      ['upl_01ARZ3NDEKTSV4RRFFQ69G5FAV', key.bearer],
      ['a\0b', key.bearer],
      [old, key.bearer],
      [open, key.bearer],
      [other, key.bearer],
    ] as const) {
      const { status, body } = await count({ upload_id: id }, {}, {}, bearer);
      expect([status, body.slug, body.errors[0].pointer, body.errors[0].slug]).toEqual([
        400,
        'upload_not_usable',
        '/text',
        'upload_not_usable',
      ]);
      told.push(body.errors[0].detail as string);
    }
    expect(new Set(told.slice(0, 4)).size).toBe(1);
    expect(told.slice(4)).toEqual([
      'The upload is not complete.',
      'The upload was opened for bytes; here one for words is needed.',
    ]);
  });

  it('POST /v1/solves 400 for a field that is no reference', async () => {
    for (const text of [
      'words',
      {},
      { upload_id: 1 },
      { upload_id: 'a', artifact_id: 'b' },
      { upload_id: 'a', x: 1 },
    ]) {
      const { status, body } = await count(text as object);
      expect([status, body.slug]).toEqual([400, 'invalid_request']);
    }
  });

  it("POST /v1/solves 400 for an artefact that is unknown, another account's, behind a grant, expired soon, or not what the purpose says", async () => {
    const [good, other] = [await artefact('WORDS\nx'), await artefact('%PDF')];
    const poor = await host.createKey({ accountId: key.accountId, grants: ['count_words'] });
    expect((await count({ artifact_id: good })).status).toBe(200);
    const refusedTo = async (id: string, bearer: string): Promise<string> => {
      const { status, body } = await count({ artifact_id: id }, {}, {}, bearer);
      expect([status, body.slug]).toEqual([400, 'upload_not_usable']);
      return body.errors[0].detail as string;
    };
    const unknown = await refusedTo('art_01ARZ3NDEKTSV4RRFFQ69G5FAV', key.bearer);
    for (const [id, bearer] of [
      [good, stranger.bearer],
      [good, poor.bearer],
      ['a\0b', key.bearer],
    ] as const)
      expect(await refusedTo(id, bearer)).toBe(unknown);
    expect(await refusedTo(other, key.bearer)).toContain('beginning');
    await age('artefacts', good, '5 minutes');
    expect(await refusedTo(good, key.bearer)).toContain('expired');
  });

  it('POST /v1/solves 400 for a file that was not made by the jobs that the field names', async () => {
    const text = { upload_id: await upload() };
    const { body: first } = await count(text);
    const { body: made } = await host.http.get(`/v1/solves/${first.id}/artifacts`).set('Authorization', key.bearer);
    const log = made.data[0].id as string;
    expect((await count(text, { before: { artifact_id: log } })).body).toMatchObject({ status: 'succeeded' });
    expect(await count(text, { before: text })).toMatchObject({ status: 400, body: { slug: 'invalid_request' } });
    const refused = async (id: string): Promise<void> => {
      const { status, body } = await count(text, { before: { artifact_id: id } });
      expect([status, body.slug, body.errors[0].pointer]).toEqual([400, 'upload_not_usable', '/before']);
      expect(body.errors[0].detail).toContain('of kind log of a job of mode count_words');
    };
    // Another mode writes whatever its caller says.
    await refused(await artefact('WORDS\n'));
    const rename = 'update core.artefacts set kind = $2 where id = $1';
    await statement(host.database.asHost(), rename, [log, 'other']);
    await refused(log);
    await statement(host.database.asHost(), rename, [log, 'log']);
    await age('jobs', first.id as string, '-1 s');
    await refused(log);
  });

  it('keeps the file for as long as an upload lives from then on, and finds it there when it is sent again', async () => {
    const id = await upload();
    await age('uploads', id, '1 minute');
    const sent = () => count({ upload_id: id }, {}, { 'Idempotency-Key': id });
    const { body } = await sent();
    expect(body).toMatchObject({ status: 'succeeded', result: { words: 5 } });
    const [row] = await statement<{ hours: number }>(
      host.database.asHost(),
      'select floor(extract(epoch from expires_at - now()) / 3600)::int as hours from core.uploads where id = $1',
      [id],
    );
    expect(row?.hours).toBeGreaterThanOrEqual(24);
    const { body: replayed, headers } = await sent();
    expect([replayed.id, headers['idempotent-replayed']]).toEqual([body.id, 'true']);
  });

  it('POST /v1/solves 409 for one Idempotency-Key with two files', async () => {
    const ids = [await upload(), await upload()];
    await count({ upload_id: ids[0] }, {}, { 'Idempotency-Key': 'two-files' });
    expect((await count({ upload_id: ids[1] }, {}, { 'Idempotency-Key': 'two-files' })).status).toBe(409);
  });
});
