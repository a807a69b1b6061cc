import { createHash } from 'node:crypto';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { databaseUrl } from '@ostiary/testkit/processes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import guardrail from './plugin.js';

let host: TestHost;
let key: TestKey;
const POLICY = 'dialect 1; @id("small") allow pay when amount <= 100.00 EUR;';
const WORDS = 'dialect 1; @id("word") allow pay when amount == "small";';
/** Tools in the form of OpenAI. */
const CATALOGUE = [
  {
    type: 'function',
    function: { name: 'pay', parameters: { type: 'object', properties: { amount: { type: 'string' } } } },
  },
];
const row = (n: number) => ({ custom_id: `r${n}`, action: { tool: 'pay', arguments: { amount: `${n}.00 EUR` } } });

beforeAll(async () => {
  host = await startHost({ plugins: [{ definition: guardrail }] });
  key = await host.createKey();
});
afterAll(() => host.close());

async function upload(purpose: string, mediaType: string, text: string): Promise<{ upload_id: string }> {
  const bytes = Buffer.from(text);
  const { body } = await host.http
    .post('/v1/uploads')
    .set('Authorization', key.bearer)
    .send({
      purpose,
      media_type: mediaType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  await host.http.put(body.content_path).set('Authorization', key.bearer).send(bytes).expect(200);
  return { upload_id: body.id as string };
}
const solve = async (body: object) =>
  (await host.http.post('/v1/solves').set({ Authorization: key.bearer, Prefer: 'wait=30' }).send(body)).body;

describe('a batch', () => {
  // How a file is read does not depend on the stores; the next test keeps rows of one on those that are given.
  it.skipIf(databaseUrl !== undefined)('reads its rows from a file of each kind as it reads them inline', async () => {
    const numbers = Array.from({ length: 1_500 }, (_, n) => n + 1);
    const inline = await solve({ mode: 'batch', policy: POLICY, rows: numbers.map(row) });
    const csv = `custom_id,tool,arguments.amount\n${numbers.map((n) => `r${n},pay,${n}.00 EUR\n`).join('')}`;
    for (const [mediaType, text] of [
      ['text/csv', csv],
      ['application/jsonl', numbers.map((n) => `${JSON.stringify(row(n))}\n`).join('')],
      ['application/json', JSON.stringify(numbers.map(row), null, 1)],
    ] as const) {
      const { result, usage, status } = await solve({
        mode: 'batch',
        policy: POLICY,
        rows: await upload('batch_rows', mediaType, text),
      });
      expect([status, usage.units_charged]).toEqual(['succeeded', 2]);
      expect(result.row_counts).toEqual(inline.result.row_counts);
      expect(result.rows).toEqual(inline.result.rows);
    }
  });

  it('of more rows than a body could hold is decided in parts, each of which reads the file by itself', async () => {
    const count = 101_000;
    const lines = Array.from({ length: count }, (_, n) => `r${n + 1},pay,${n % 200}.00 EUR\n`);
    const csv = await upload('batch_rows', 'text/csv', `Kennung,tool,arguments.amount\n${lines.join('')}`);
    const rows = { csv, columns: { Kennung: 'custom_id' } };
    const policy = await upload('policy', 'text/plain', POLICY);
    const { id } = await solve({ mode: 'batch', policy, rows });
    const read = async () =>
      (await host.http.get(`/v1/solves/${id}?include=result`).set('Authorization', key.bearer)).body;
    await expect.poll(async () => (await read()).status, { timeout: 170_000 }).toBe('succeeded');
    const { result, usage } = await read();
    expect([usage.units_charged, result.row_counts]).toEqual([
      101,
      expect.objectContaining({ total: count, allow: 101 * 505, refuse: 99 * 505, error: 0 }),
    ]);
    expect(result.rows.at(-1).custom_id).toBe('r500');
    expect(result.duplicates.count).toBe(count - 200);
  });

  it('takes the columns of a file by other names, as it does of a table in the request', async () => {
    const csv = 'Kennung,tool,Betrag\na,pay,99.00 EUR\nb,pay,101.00 EUR\n';
    const columns = { Kennung: 'custom_id', Betrag: 'arguments.amount' };
    const file = await upload('batch_rows', 'text/csv', csv);
    const { status, result } = await solve({ mode: 'batch', policy: POLICY, rows: { csv: file, columns } });
    const inline = await solve({ mode: 'batch', policy: POLICY, rows: { csv, columns } });
    expect([status, result.row_counts]).toEqual(['succeeded', expect.objectContaining({ allow: 1, refuse: 1 })]);
    expect(result.rows).toEqual(inline.result.rows);
  });

  it('reads its policy and its catalogue from files', async () => {
    const { status, result } = await solve({
      mode: 'batch',
      policy: await upload('policy', 'text/plain', WORDS),
      catalogue: await upload('catalogue', 'application/json', JSON.stringify(CATALOGUE)),
      rows: ['small', 'large'].map((amount) => ({ action: { tool: 'pay', arguments: { amount } } })),
    });
    expect([status, result.row_counts]).toEqual(['succeeded', expect.objectContaining({ allow: 1, refuse: 1 })]);
  });

  it('POST /v1/solves 400 with the place in the file: a row that is no JSON, a column nobody knows, a policy with a fault', async () => {
    for (const [rows, slug] of [
      [await upload('batch_rows', 'application/jsonl', '{}\n{'), 'json_broken'],
      [await upload('batch_rows', 'text/csv', 'tool,Betrag\npay,1\n'), 'column_unknown'],
      [await upload('batch_rows', 'application/json', '[]'), 'rows_missing'],
    ] as const) {
      const { status, errors } = await solve({ mode: 'batch', policy: POLICY, rows });
      expect([status, errors[0].pointer, errors[0].slug]).toEqual([400, '/rows', slug]);
    }
    const csv = await upload('batch_rows', 'application/json', '[{}]');
    const { status, errors } = await solve({ mode: 'batch', policy: POLICY, rows: { csv } });
    expect([status, errors[0].pointer, errors[0].slug]).toEqual([400, '/rows/csv', 'not_csv']);
    const faulty = await solve({
      mode: 'batch',
      policy: await upload('policy', 'text/plain', 'dialect 1; allow pay when amount <= ;'),
      rows: [row(1)],
    });
    expect([faulty.slug, faulty.errors[0]]).toEqual([
      'policy_invalid',
      expect.objectContaining({ pointer: '/policy', line: 1 }),
    ]);
  });

  it('POST /v1/solves 400 for a file of another purpose', async () => {
    const { slug, errors } = await solve({
      mode: 'batch',
      policy: await upload('batch_rows', 'text/csv', 'tool\npay\n'),
      rows: [row(1)],
    });
    expect([slug, errors[0].pointer]).toEqual(['upload_not_usable', '/policy']);
  });
});

describe('a single action', () => {
  it('is decided by a policy and a catalogue from files', async () => {
    const policy = await upload('policy', 'text/plain', WORDS);
    const catalogue = await upload('catalogue', 'application/json', JSON.stringify(CATALOGUE));
    const action = { tool: 'pay', arguments: { amount: 'small' } };
    expect(await solve({ mode: 'guardrail', policy, catalogue, action })).toMatchObject({
      result: { answer: 'allow' },
    });
    const inline = await solve({ mode: 'guardrail', policy: WORDS, catalogue: CATALOGUE, action });
    expect(inline.result.answer).toBe('allow');
  });

  it('POST /v1/solves 400 for a catalogue that is no JSON, and a policy that is no text', async () => {
    const action = { tool: 'pay', arguments: {} };
    const catalogue = await upload('catalogue', 'application/json', '{"name":');
    expect((await solve({ mode: 'guardrail', policy: POLICY, catalogue, action })).errors).toEqual([
      expect.objectContaining({ pointer: '/catalogue', slug: 'file_unreadable' }),
    ]);
    const { body } = await host.http.get('/v1/capabilities').set('Authorization', key.bearer);
    expect(body.uploads.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
      'policy',
      'catalogue',
      'batch_rows',
    ]);
    expect(body.modes.map(({ needs_upload }: { needs_upload: string[] }) => needs_upload)).toEqual([[], []]);
  });
});
