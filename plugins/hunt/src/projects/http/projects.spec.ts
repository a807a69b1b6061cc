import type { TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HuntHost, startHunt } from '../../testing/hunt-host.js';

const NOBODYS = 'prj_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const gate = (...conditions: object[]): object => ({ revision: 1, conditions });

describe('projects', () => {
  let hunt: HuntHost;
  let theirs: TestKey;
  let plain: TestKey;
  let details: TestKey;

  beforeAll(async () => {
    hunt = await startHunt({ config: { projects_per_account: 5 } });
    theirs = await hunt.host.createKey();
    const { accountId } = hunt.key;
    plain = await hunt.host.createKey({ accountId, grants: ['hunt'] });
    details = await hunt.host.createKey({ accountId, grants: ['hunt_details'] });
  });
  afterAll(() => hunt.close());

  async function create(name: string, more: object = {}, key: TestKey = hunt.key): Promise<string> {
    const { status, body } = await hunt.ask('post', '/v1/projects', { key, body: { name, ...more } });
    expect({ name, status }).toEqual({ name, status: 201 });
    return body['id'] as string;
  }

  it('POST /v1/projects 201 with the default gate, and says where it is', async () => {
    const { status, body, headers } = await hunt.ask('post', '/v1/projects', {
      body: { name: 'refunds', description: 'What agents may pay back' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'project',
      id: expect.stringMatching(/^prj_[0-9A-Z]{26}$/) as string,
      name: 'refunds',
      description: 'What agents may pay back',
      dialect: null,
      default_branch: 'main',
      profile: {
        revision: 1,
        on_unknown: 'warn',
        conditions: expect.arrayContaining([
          { metric: 'findings_high', op: 'gt', threshold: 0, scope: 'new' },
        ]) as unknown[],
      },
      last_scan: null,
      open: { critical: 0, high: 0, medium: 0, low: 0 },
      gate: null,
    });
    expect(headers['location']).toBe(`/v1/projects/${body['id'] as string}`);
    expect((await hunt.ask('get', headers['location'] ?? '')).body).toEqual(body);
  });

  it('POST /v1/projects 201 once, however often it is sent with one Idempotency-Key', async () => {
    const send = () =>
      hunt.ask('post', '/v1/projects', {
        key: theirs,
        body: { name: 'sent again' },
        headers: { 'Idempotency-Key': 'again' },
      });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.headers['location']).toBe(first.headers['location']);
  });

  it.each([
    ['no name', {}, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, '/name'],
    ['a name that no column keeps', { name: 'a\0b' }, '/name'],
    ['a branch with a space', { name: 'x', default_branch: 'my branch' }, '/default_branch'],
    ['a field of the host', { name: 'x', account_id: 'acc_1' }, '/account_id'],
  ])('POST /v1/projects 400 for %s', async (_, body, pointer) => {
    const { status, body: problem } = await hunt.ask('post', '/v1/projects', { body });
    expect({ status, problem }).toMatchObject({
      status: 400,
      problem: { slug: 'invalid_request', errors: [{ pointer }] },
    });
  });

  it('POST /v1/projects 400 for a body of more than 64 KiB', async () => {
    const { status, body } = await hunt.ask('post', '/v1/projects', { body: { name: 'x'.repeat(66_000) } });
    expect([status, body['slug']]).toEqual([400, 'payload_too_large']);
  });

  it('POST /v1/projects 401 without a key', async () => {
    const { status, body } = await hunt.ask('post', '/v1/projects', { key: null, body: { name: 'x' } });
    expect([status, body['slug']]).toEqual([401, 'missing_key']);
  });

  it('POST /v1/projects 403 for a key without the grant', async () => {
    const { status, body } = await hunt.ask('post', '/v1/projects', { key: details, body: { name: 'x' } });
    expect([status, body['slug']]).toEqual([403, 'missing_grant']);
  });

  it('POST /v1/projects 409 name_taken with the id of the project that has it, in the account alone', async () => {
    const id = await create('payments');
    const { status, body } = await hunt.ask('post', '/v1/projects', { key: plain, body: { name: 'payments' } });
    expect({ status, body }).toMatchObject({ status: 409, body: { slug: 'name_taken', id } });
    await create('payments', {}, theirs);
  });

  it('POST /v1/projects 409 project_limit, also for many at once', async () => {
    const key = await hunt.host.createKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => hunt.ask('post', '/v1/projects', { key, body: { name: `project ${n}` } })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body['slug'], body['limit']])).toEqual(
      Array.from({ length: 3 }, () => [409, 'project_limit', 5]),
    );
  });

  it('GET /v1/projects 200 newest first, in pages, of the account alone', async () => {
    const key = await hunt.host.createKey();
    const made = [];
    for (const name of ['a', 'b', 'c']) made.unshift(await create(name, {}, key));
    const first = await hunt.ask('get', '/v1/projects?limit=2', { key });
    expect(first.body).toMatchObject({ object: 'list', has_more: true });
    const second = await hunt.ask('get', `/v1/projects?cursor=${first.body['next_cursor'] as string}`, { key });
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null });
    const ids = [first, second].flatMap(({ body }) => (body['data'] as { id: string }[]).map(({ id }) => id));
    expect(ids).toEqual(made);
    const odd = await hunt.ask('get', '/v1/projects?limit=0&cursor=none', { key });
    expect([odd.status, (odd.body['data'] as unknown[]).length]).toEqual([200, 3]);
  });

  it('GET /v1/projects 401 without a key', async () => {
    expect((await hunt.ask('get', '/v1/projects', { key: null })).status).toBe(401);
  });

  it('GET /v1/projects 403 for a key without the grant', async () => {
    expect((await hunt.ask('get', '/v1/projects', { key: details })).body['slug']).toBe('missing_grant');
  });

  it('GET /v1/projects/{id} 200 for a key that may hunt', async () => {
    const id = await create('read');
    const { status, body } = await hunt.ask('get', `/v1/projects/${id}`, { key: plain });
    expect([status, body['id']]).toEqual([200, id]);
  });

  it('GET /v1/projects/{id} 401 without a key', async () => {
    expect((await hunt.ask('get', `/v1/projects/${NOBODYS}`, { key: null })).status).toBe(401);
  });

  it('GET /v1/projects/{id} 403 for a key without the grant', async () => {
    expect((await hunt.ask('get', `/v1/projects/${NOBODYS}`, { key: details })).status).toBe(403);
  });

  it("GET /v1/projects/{id} 404 for one that nobody has, a malformed id, and another account's", async () => {
    const ours = await create('ours');
    for (const [id, key] of [
      [NOBODYS, hunt.key],
      ['%00', hunt.key],
      ['x'.repeat(300), hunt.key],
      [ours, theirs],
    ] as const) {
      const { status, body } = await hunt.ask('get', `/v1/projects/${id}`, { key });
      expect({ id, status, slug: body['slug'] }).toEqual({ id, status: 404, slug: 'not_found' });
    }
  });

  it('PUT /v1/projects/{id}/profile 200 with the next revision; the same gate again keeps it', async () => {
    const key = await hunt.host.createKey();
    const id = await create('gated', {}, key);
    const condition = { metric: 'findings_total', op: 'gt', threshold: 10, scope: 'overall' };
    const set = (body: object) => hunt.ask('put', `/v1/projects/${id}/profile`, { key, body });
    const changed = await set({ ...gate({ ...condition, scope: undefined }), on_unknown: 'fail' });
    expect(changed).toMatchObject({
      status: 200,
      body: { object: 'project_profile', revision: 2, conditions: [condition], on_unknown: 'fail', gate: null },
    });
    expect((await set({ ...gate(condition), on_unknown: 'fail' })).body['revision']).toBe(2);
    expect((await hunt.ask('get', `/v1/projects/${id}`, { key })).body['profile']).toEqual({
      revision: 2,
      conditions: [condition],
      on_unknown: 'fail',
    });
  });

  it.each([
    ['an unknown metric', [{ metric: 'bugs', op: 'gt', threshold: 0 }], '/conditions/0/metric', 'invalid_value'],
    ['an unknown operator', [{ metric: 'findings_low', op: 'ge', threshold: 0 }], '/conditions/0/op', 'invalid_value'],
    [
      'an unknown scope',
      [{ metric: 'findings_low', op: 'gt', threshold: 0, scope: 'old' }],
      '/conditions/0/scope',
      'invalid_value',
    ],
    [
      'a condition twice',
      [
        { metric: 'findings_low', op: 'gt', threshold: 0 },
        { metric: 'findings_low', op: 'gt', threshold: 3, scope: 'new' },
        { metric: 'findings_low', op: 'gt', threshold: 5, scope: 'overall' },
      ],
      '/conditions/2',
      'condition_duplicate',
    ],
    [
      'conditions that nothing could pass',
      [
        { metric: 'coverage_decided', op: 'lt', threshold: 0.9 },
        { metric: 'coverage_decided', op: 'gt', threshold: 0.8 },
      ],
      '/conditions/1',
      'condition_contradictory',
    ],
    [
      'new ones of what is not counted',
      [{ metric: 'coverage_decided', op: 'lt', threshold: 0.9, scope: 'new' }],
      '/conditions/0',
      'scope_meaningless',
    ],
    [
      'more than 50',
      Array.from({ length: 51 }, () => ({ metric: 'findings_low', op: 'gt', threshold: 0 })),
      '/conditions',
      'out_of_range',
    ],
  ])('PUT /v1/projects/{id}/profile 400 for %s', async (_, conditions, pointer, slug) => {
    const { status, body } = await hunt.ask('put', `/v1/projects/${NOBODYS}/profile`, { body: gate(...conditions) });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { slug: 'invalid_request', errors: [{ pointer, slug }] },
    });
  });

  it('PUT /v1/projects/{id}/profile 401 without a key', async () => {
    expect((await hunt.ask('put', `/v1/projects/${NOBODYS}/profile`, { key: null, body: gate() })).status).toBe(401);
  });

  it('PUT /v1/projects/{id}/profile 403 for a key that may hunt and not see details', async () => {
    const { status, body } = await hunt.ask('put', `/v1/projects/${NOBODYS}/profile`, { key: plain, body: gate() });
    expect([status, body['slug']]).toEqual([403, 'missing_grant']);
  });

  it("PUT /v1/projects/{id}/profile 404 for one that nobody has, and another account's", async () => {
    const id = await create('of theirs', {}, theirs);
    for (const unknown of [NOBODYS, id])
      expect((await hunt.ask('put', `/v1/projects/${unknown}/profile`, { body: gate() })).status).toBe(404);
    expect((await hunt.ask('get', `/v1/projects/${id}`, { key: theirs })).body).toMatchObject({
      profile: { revision: 1 },
    });
  });

  it('PUT /v1/projects/{id}/profile 409 revision_conflict when it was changed meanwhile', async () => {
    const key = await hunt.host.createKey();
    const id = await create('contended', {}, key);
    const set = (threshold: number) =>
      hunt.ask('put', `/v1/projects/${id}/profile`, {
        key,
        body: gate({ metric: 'findings_low', op: 'gt', threshold }),
      });
    expect((await set(1)).status).toBe(200);
    expect(await set(2)).toMatchObject({ status: 409, body: { slug: 'revision_conflict', current: 2 } });
  });

  it('a change of the gate is recorded, a gate that stays is not', async () => {
    const key = await hunt.host.createKey();
    const id = await create('audited', {}, key);
    const set = () =>
      hunt.ask('put', `/v1/projects/${id}/profile`, {
        key,
        body: gate({ metric: 'findings_low', op: 'gt', threshold: 1 }),
      });
    await set();
    await set();
    const rows = await hunt.host.database
      .asHost()
      .execute<{ action: string }[]>('select action from core.audit where subject = ? order by seq', [id]);
    expect(rows.map(({ action }) => action)).toEqual(['hunt.project.created', 'hunt.gate.changed']);
  });
});
