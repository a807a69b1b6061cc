// Embedded only: tools/contract/answers.spec.ts hunts on PostgreSQL, and scans.spec.ts keeps what is found there.
import { createHash } from 'node:crypto';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const POLICY = 'dialect 1; policy "refunds"; @id("small") allow refund_order when amount <= 100.00 EUR;';

type Body = Record<string, unknown>;

describe('mode hunt, through the service', () => {
  let host: TestHost;
  let key: TestKey;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/guardrail', '@ostiary/hunt'] });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  async function submit(body: object, headers: Record<string, string> = {}) {
    const answer = await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, Prefer: 'wait=30', ...headers })
      .send({ mode: 'hunt', ...body });
    return { status: answer.status, body: answer.body as Body };
  }

  async function files(job: unknown): Promise<Record<string, string>> {
    const as = { Authorization: key.bearer };
    const { body } = await host.http.get(`/v1/solves/${String(job)}/artifacts`).set(as);
    const texts = (body as { data: { id: string; kind: string }[] }).data.map(async ({ id, kind }) => {
      const { text } = await host.http.get(`/v1/artifacts/${id}`).set(as).buffer(true);
      return [kind, text] as const;
    });
    return Object.fromEntries(await Promise.all(texts));
  }

  it('POST /v1/solves 200 with the policy that was hunted, its files, and the answer in short', async () => {
    const { status, body } = await submit({ policy: POLICY });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'succeeded',
        summary: { counts: { critical: expect.any(Number) as number } },
        result: { policy: { name: 'refunds', dialect: 1, rules: 1 }, coverage: { rules: 1 } },
      },
    });
    const made = await files(body['id']);
    expect(made['source']).toBe(POLICY);
    expect(Object.keys(made).toSorted()).toEqual(['findings', 'junit', 'markdown', 'report', 'sarif', 'source']);
    const { checks } = body['result'] as { checks: object[] };
    expect(JSON.parse(made['findings'] ?? '')).toMatchObject({ object: 'hunt_report', version: '0.1.0', checks });
    expect(made['report']).toContain('<!doctype html>');
  });

  it('POST /v1/solves 200 with a finding, told as soon as it is confirmed', async () => {
    const { body } = await submit({
      policy: 'dialect 1; @id("never") allow refund_order when amount < 10.00 EUR and amount > 20.00 EUR;',
      options: { classes: ['G01'] },
    });
    const { findings, checks } = body['result'] as { findings: object[]; checks: object[] };
    expect(findings).toMatchObject([{ class: 'G01', rules: ['never'], witness: null }]);
    expect(checks).toMatchObject([{ class: 'G01', found: 1, undecided: 0 }]);
    const { text } = await host.http
      .get(`/v1/solves/${String(body['id'])}/events`)
      .set({ Authorization: key.bearer })
      .buffer(true);
    expect(text).toContain('event: finding.found');
    expect(text).toContain((findings[0] as { fingerprint: string }).fingerprint);
  });

  it('POST /v1/solves 200 for a policy by upload, in the language asked for', async () => {
    const file = Buffer.from('dialect 1; allow t; allow t;');
    const as = { Authorization: key.bearer };
    const { body: upload } = await host.http
      .post('/v1/uploads')
      .set(as)
      .send({
        purpose: 'policy',
        size: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
        media_type: 'text/plain',
      });
    const { id } = upload as { id: string };
    await host.http
      .put(`/v1/uploads/${id}/content`)
      .set({ ...as, 'Content-Type': 'application/octet-stream' })
      .send(file);
    const { body } = await submit({ policy: { upload_id: id }, options: { compare_with: { upload_id: id } } });
    expect(body).toMatchObject({ status: 'succeeded', result: { policy: { rules: 2 } } });
    expect((await files(body['id']))['source']).toBe(file.toString());
  });

  it.each([
    ['dialect 1;\nallow t when ;', '/policy', 2, 14],
    [`dialect 1;\n${'// a comment to make it long\n'.repeat(4_000)}allow t when ;`, '/policy', 4_002, 14],
  ])('POST /v1/solves 400 policy_invalid with its place, here or in a child', async (policy, pointer, line, column) => {
    expect(await submit({ policy })).toMatchObject({
      status: 400,
      body: { slug: 'policy_invalid', errors: [{ pointer, line, column }] },
    });
  });

  it.each([
    ['', 3],
    ['// a comment to make it long\n'.repeat(2_000), 2_003],
  ])('hunts a policy of others, and says where it cannot be read, here or in a child', async (before, line) => {
    const text = `${before}permit (principal, action, resource);\n`;
    const forbid = 'forbid (principal, action, resource) when { context.amount > 500 };\n';
    const { status, body } = await submit({
      policy: { format: 'cedar', text: text + forbid },
      options: { classes: ['G03'] },
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { result: { import: { format: 'cedar', not_imported: [] } } },
    });
    expect(await submit({ policy: { format: 'cedar', text: `${text}\n    forbid (nobody);` } })).toMatchObject({
      status: 400,
      body: { slug: 'policy_invalid', errors: [{ pointer: '/policy/text', slug: 'not_readable', line }] },
    });
  });

  it('POST /v1/solves 403 for a key without the grant, and files and calls for one without details', async () => {
    const { accountId } = key;
    const other = await host.createKey({ accountId, grants: ['guardrail'] });
    expect((await submit({ policy: POLICY }, { Authorization: other.bearer })).status).toBe(403);
    const { body } = await submit({ policy: POLICY });
    const plain = await host.createKey({ accountId, grants: ['hunt'] });
    const as = { Authorization: plain.bearer };
    const [whole, cut] = await Promise.all(
      [{ Authorization: key.bearer }, as].map(async (by) => {
        const read = await host.http.get(`/v1/solves/${String(body['id'])}?include=result`).set(by);
        return (read.body as { result: { findings: { witness: unknown; evidence: unknown }[] } }).result.findings;
      }),
    );
    expect(body).toMatchObject({ result: { findings: whole } });
    const withheld = { witness: undefined, evidence: undefined };
    expect(cut).toEqual(whole?.map((finding) => ({ ...finding, ...withheld })));
    expect(whole).not.toEqual([]);
    const list = await host.http.get(`/v1/solves/${String(body['id'])}/artifacts`).set(as);
    const statuses = (list.body as { data: { id: string; kind: string }[] }).data.map(async ({ id, kind }) => [
      kind,
      (await host.http.get(`/v1/artifacts/${id}`).set(as)).status,
    ]);
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      source: 200,
      report: 403,
      findings: 403,
      sarif: 403,
      junit: 403,
      markdown: 403,
    });
  });
});
