import type { TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HuntHost, ScannedProject, startHunt } from '../../testing/hunt-host.js';
import { fingerprint, reportOf, told } from '../../testing/reports.js';

describe('attempts', () => {
  let hunt: HuntHost;
  let theirs: TestKey;
  let details: TestKey;
  let one: ScannedProject;
  let attempts = 0;

  beforeAll(async () => {
    hunt = await startHunt();
    theirs = await hunt.host.createKey();
    details = await hunt.host.createKey({ accountId: hunt.key.accountId, grants: ['hunt_details'] });
    one = await ScannedProject.create(hunt, 'tried');
    await one.scan(reportOf([told('a'), told('b')]));
  });
  afterAll(() => hunt.close());

  const attempt = (more: object = {}): Record<string, unknown> => ({
    attempt_id: `try-${(attempts += 1)}`,
    project_id: one.id,
    fingerprint: fingerprint('a'),
    outcome: 'reproduced',
    ...more,
  });
  const record = (body: object, options: { key?: TestKey | null; headers?: Record<string, string> } = {}) =>
    hunt.ask('post', '/v1/hunt-attempts', { body, ...options });

  it('POST /v1/hunt-attempts 201 on the finding, whose history tells of it', async () => {
    const body = attempt({
      environment: 'staging',
      at: '2026-11-20T10:00:00+01:00',
      note: 'Paid twice.',
      evidence_sha256: 'a'.repeat(64),
    });
    const { status, body: made } = await record(body);
    expect(status).toBe(201);
    expect(made).toMatchObject({
      object: 'hunt_attempt',
      ...body,
      at: '2026-11-20T09:00:00.000Z',
      by: hunt.key.id,
      recorded_at: expect.any(String) as string,
    });
    const { body: finding } = await hunt.ask('get', `${one.path}/findings/${fingerprint('a')}`);
    expect(finding['attempts']).toEqual([made]);
    expect((finding['history'] as object[])[0]).toMatchObject({
      kind: 'attempt',
      attempt: body['attempt_id'],
      outcome: 'reproduced',
    });
  });

  it('POST /v1/hunt-attempts 201 once for one id, also at once and with an Idempotency-Key', async () => {
    const body = attempt({ fingerprint: fingerprint('b') });
    const answers = await Promise.all([record(body), record(body), record(body)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const keyed = attempt({ fingerprint: fingerprint('b') });
    const headers = { 'Idempotency-Key': 'attempt' };
    const first = await record(keyed, { headers });
    const second = await record(keyed, { headers });
    expect([second.status, second.body, second.headers['idempotent-replayed']]).toEqual([201, first.body, 'true']);
    const { body: list } = await hunt.ask('get', `/v1/hunt-attempts?fingerprint=${fingerprint('b')}`);
    expect(list['data']).toHaveLength(2);
  });

  it.each([
    ['an unknown outcome', { outcome: 'done' }, '/outcome'],
    ['an id with a space', { attempt_id: 'a b' }, '/attempt_id'],
    ['a note of more than 4,000 characters', { note: 'n'.repeat(4_001) }, '/note'],
    ['no digest', { evidence_sha256: 'abc' }, '/evidence_sha256'],
    ['no time', { at: 'yesterday' }, '/at'],
  ])('POST /v1/hunt-attempts 400 invalid_request for %s', async (_, more, pointer) => {
    expect(await record(attempt(more))).toMatchObject({
      status: 400,
      body: { slug: 'invalid_request', errors: [{ pointer }] },
    });
  });

  it("POST /v1/hunt-attempts 400 finding_unknown for a project or a finding that is not there, and another account's", async () => {
    const foreign = await ScannedProject.create(hunt, 'tried', theirs);
    await foreign.scan(reportOf([told('a')]));
    for (const more of [
      { project_id: 'prj_none' },
      { project_id: foreign.id },
      { fingerprint: fingerprint('none') },
      { fingerprint: 'x' },
    ])
      expect(await record(attempt(more))).toMatchObject({ status: 400, body: { slug: 'finding_unknown' } });
  });

  it('POST /v1/hunt-attempts 401 without a key', async () => {
    expect((await record(attempt(), { key: null })).status).toBe(401);
  });

  it('POST /v1/hunt-attempts 403 for a key without the grant', async () => {
    expect((await record(attempt(), { key: details })).status).toBe(403);
  });

  it('POST /v1/hunt-attempts 409 attempt_conflict for an id that stands for another attempt', async () => {
    const body = attempt();
    await record(body);
    expect(await record({ ...body, outcome: 'blocked' })).toMatchObject({
      status: 409,
      body: { slug: 'attempt_conflict' },
    });
  });

  it('POST /v1/hunt-attempts 409 finding_closed once the newest scans show that it is fixed', async () => {
    const fixed = await ScannedProject.create(hunt, 'fixed');
    for (const branch of ['main', 'next']) await fixed.scan(reportOf([told('a')]), { branch });
    await fixed.scan(reportOf([]));
    const on = { project_id: fixed.id };
    expect((await record(attempt(on))).status).toBe(201);
    await fixed.scan(reportOf([]), { branch: 'next' });
    expect(await record(attempt(on))).toMatchObject({ status: 409, body: { slug: 'finding_closed' } });
  });

  it('GET /v1/hunt-attempts 200 newest first, in pages, by project, finding and outcome, of the account alone', async () => {
    const listed = await ScannedProject.create(hunt, 'listed');
    await listed.scan(reportOf([told('a'), told('b')]));
    const made: unknown[] = [];
    for (const [name, outcome] of [
      ['a', 'reproduced'],
      ['b', 'blocked'],
      ['a', 'inconclusive'],
    ] as const) {
      const body = attempt({ project_id: listed.id, fingerprint: fingerprint(name), outcome });
      made.unshift((await record(body)).body['attempt_id']);
    }
    const ids = async (query: string, key = hunt.key): Promise<unknown[]> => {
      const { status, body } = await hunt.ask('get', `/v1/hunt-attempts?project=${listed.id}&${query}`, { key });
      expect(status).toBe(200);
      return (body['data'] as { attempt_id: string }[]).map(({ attempt_id }) => attempt_id);
    };
    expect(await ids('')).toEqual(made);
    const { body } = await hunt.ask('get', `/v1/hunt-attempts?project=${listed.id}&limit=2`);
    expect(await ids(`cursor=${body['next_cursor'] as string}`)).toEqual(made.slice(2));
    expect(await ids(`fingerprint=${fingerprint('b')}`)).toEqual([made[1]]);
    expect(await ids('outcome=inconclusive')).toEqual([made[0]]);
    expect(await ids('outcome=unheard-of')).toEqual([]);
    expect(await ids('', theirs)).toEqual([]);
  });

  it('GET /v1/hunt-attempts 401 without a key', async () => {
    expect((await hunt.ask('get', '/v1/hunt-attempts', { key: null })).status).toBe(401);
  });

  it('GET /v1/hunt-attempts 403 for a key without the grant', async () => {
    expect((await hunt.ask('get', '/v1/hunt-attempts', { key: details })).status).toBe(403);
  });
});
