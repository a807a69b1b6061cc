import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnswersRow } from '../entities/answers.js';

let host: TestHost;
let key: TestKey;
beforeAll(async () => {
  host = await startHost({ plugins: ['@ostiary/guardrail', '@ostiary/hunt'] });
  key = await host.createKey();
});
afterAll(() => host.close());

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const as = { Authorization: key.bearer, Prefer: 'wait=30' };
  return (await host.http.post(path).set(as).send(body)).body as Record<string, unknown>;
}

async function resultOf(scan: Record<string, unknown>): Promise<unknown> {
  const { id } = scan['job'] as { readonly id: string };
  const { body } = await host.http.get(`/v1/solves/${id}?include=result`).set({ Authorization: key.bearer });
  return (body as { readonly result: unknown }).result;
}

it('keeps what scans of a project were answered, for its own account, and changes nothing of what they find', async () => {
  const { id: projectId } = await post('/v1/projects', { name: 'kept' });
  const kept = async ({ accountId }: TestKey): Promise<string | undefined> =>
    (await host.database.forAccount(accountId).find(AnswersRow, { projectId: String(projectId) }))[0]?.text;
  const texts: (string | undefined)[] = [];
  for (const last of ['allow post when rows < 6', 'refuse post when rows < 6', 'refuse post when rows < 6']) {
    const policy = `dialect 1; allow pay when amount <= 10.00 EUR; confirm pay when amount <= 50.00 EUR; ${last};`;
    const scan = await post(`/v1/projects/${String(projectId)}/scans`, { policy, reuse: false });
    const { result } = await post('/v1/solves', { mode: 'hunt', policy });
    expect(result).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ class: 'S01' })]) as unknown,
    });
    expect(await resultOf(scan)).toEqual(result);
    texts.push(await kept(key));
  }
  const [first, second, third] = texts;
  expect(first).toMatch(/^ostiary answers 5 "hunt /);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(await kept(await host.createKey())).toBe(undefined);
});
