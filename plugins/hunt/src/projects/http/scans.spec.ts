import type { TestKey } from '@ostiary/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HuntHost, ScannedProject, startHunt } from '../../testing/hunt-host.js';
import { decided, fingerprint, reportOf, told } from '../../testing/reports.js';

const POLICY = 'dialect 1; @id("small") allow refund_order when amount <= 100.00 EUR;';
const CATALOGUE = {
  name: 'shop',
  tools: [
    {
      name: 'refund_order',
      classes: [],
      args: { kind: 'record', fields: { amount: { type: { kind: 'money' }, required: true } } },
    },
  ],
};
const NOBODYS = 'prj_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const NO_SCAN = 'scn_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const WAIT = { Prefer: 'wait=30' };

describe('scans', () => {
  let hunt: HuntHost;
  let theirs: TestKey;
  let details: TestKey;
  let projects = 0;

  beforeAll(async () => {
    hunt = await startHunt({ config: { projects_per_account: 1_000 } });
    theirs = await hunt.host.createKey();
    details = await hunt.host.createKey({ accountId: hunt.key.accountId, grants: ['hunt_details'] });
  });
  afterEach(() => {
    hunt.hunter.report = () => reportOf([]);
  });
  afterAll(() => hunt.close());

  const project = (key: TestKey = hunt.key): Promise<ScannedProject> =>
    ScannedProject.create(hunt, `project ${(projects += 1)}`, key);
  const submit = (path: string, body: object, headers: Record<string, string> = {}) =>
    hunt.ask('post', `${path}/scans`, { body, headers: { ...WAIT, ...headers } });

  /** Holds the hunts until `open` is called. */
  function held(): { readonly open: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    hunt.hunter.report = (_, signal) =>
      new Promise((done, failed) => {
        void promise.then(() => done(reportOf([])));
        signal.addEventListener('abort', () => failed(signal.reason as Error));
      });
    return { open: resolve };
  }

  it('POST /v1/projects/{id}/scans 200 with counts, gate and job once it has ended within the wait', async () => {
    const { path, id } = await project();
    hunt.hunter.report = () => reportOf([told('a', { severity: 'medium' })]);
    const { status, body, headers } = await submit(path, { policy: POLICY, label: 'commit 1' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'scan',
      id: expect.stringMatching(/^scn_[0-9A-Z]{26}$/) as string,
      project_id: id,
      branch: 'main',
      label: 'commit 1',
      status: 'succeeded',
      input_digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      engine: expect.stringContaining('hunt 0.1.0') as string,
      compared_with: null,
      counts: { new: 1, persisting: 0, fixed: 0, reopened: 0, moved: 0, unknown: 0 },
      gate: { status: 'passed', revision: 1 },
      error: null,
      job: { id: body['solve_id'], status: 'succeeded' },
      coverage: { decided: 1 },
      policy: { name: 'refunds' },
      reused: false,
    });
    expect(headers['preference-applied']).toBe('wait=30');
    expect((await hunt.ask('get', `/v1/solves/${body['solve_id'] as string}`)).body).toMatchObject({
      mode: 'hunt',
      label: 'commit 1',
      metadata: { project_id: id, branch: 'main' },
      summary: { answer: 'found', counts: { medium: 1, high: 0 } },
    });
    const read = await hunt.ask('get', `${path}/scans/${body['id'] as string}`);
    expect({ ...read.body, reused: false }).toEqual(body);
    expect((await hunt.ask('get', path)).body).toMatchObject({
      dialect: 1,
      last_scan: { id: body['id'] },
      open: { critical: 0, high: 0, medium: 1, low: 0 },
      gate: { status: 'passed' },
    });
  });

  it('POST /v1/projects/{id}/scans 200 reused when neither input nor engine has changed, unless that is switched off', async () => {
    const { path } = await project();
    const first = await submit(path, { policy: POLICY });
    const before = hunt.hunter.asked.length;
    const again = await submit(path, { policy: POLICY, label: 'another name is no other input' });
    expect([again.status, again.body['id'], again.body['reused']]).toEqual([200, first.body['id'], true]);
    const keyed = await submit(path, { policy: POLICY }, { 'Idempotency-Key': 'reuse' });
    expect([keyed.status, keyed.body['id'], keyed.body['reused']]).toEqual([200, first.body['id'], true]);
    expect(hunt.hunter.asked).toHaveLength(before);
    for (const other of [
      { reuse: false },
      { options: { session_bound: 3 } },
      { branch: 'next' },
      { policy: `${POLICY} ` },
      { catalogue: CATALOGUE },
      { language: 'pt' },
    ]) {
      const { body } = await submit(path, { policy: POLICY, ...other });
      expect([other, body['reused'], body['id'] === first.body['id']]).toEqual([other, false, false]);
    }
  });

  it('POST /v1/projects/{id}/scans 200 once for one Idempotency-Key, with the scan as it is by then', async () => {
    const { path } = await project();
    const { open } = held();
    const send = (prefer: string) =>
      submit(path, { policy: POLICY }, { 'Idempotency-Key': 'again', Prefer: prefer, 'Accept-Language': 'en' });
    const first = await send('respond-async');
    expect([first.status, first.headers['preference-applied']]).toEqual([202, 'respond-async']);
    const waiting = await send('respond-async');
    expect([waiting.status, waiting.body['id'], waiting.headers['idempotent-replayed']]).toEqual([
      202,
      first.body['id'],
      'true',
    ]);
    open();
    const ended = await send('wait=30');
    expect([ended.status, ended.body['id'], ended.body['status']]).toEqual([200, first.body['id'], 'succeeded']);
  });

  it('POST /v1/projects/{id}/scans 200 with why it failed, and nothing compared', async () => {
    const { path } = await project();
    await submit(path, { policy: POLICY });
    hunt.hunter.report = () => Promise.reject(new Error('told to fail'));
    const { status, body } = await submit(path, { policy: POLICY, reuse: false });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'failed', error: { slug: 'internal' }, counts: null, gate: null, checks: null },
    });
    expect((await hunt.ask('get', path)).body).toMatchObject({ last_scan: { status: 'succeeded' } });
  });

  it('POST /v1/projects/{id}/scans 202 while it goes on, and says where it is; a cancelled job cancels it', async () => {
    const { path } = await project();
    held();
    const { status, body, headers } = await submit(path, { policy: POLICY }, { Prefer: 'wait=0' });
    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'running', counts: null } });
    expect(headers['location']).toBe(`${path}/scans/${body['id'] as string}`);
    expect(headers['retry-after']).toBe('1');
    await hunt.ask('delete', `/v1/solves/${body['solve_id'] as string}`);
    await expect.poll(async () => (await hunt.ask('get', headers['location'] ?? '')).body['status']).toBe('cancelled');
  });

  it.each([
    ['no policy', {}, '/policy', 'required'],
    ['an unknown field', { policy: POLICY, polcy: 1 }, '/polcy', 'unknown_field'],
    ['a branch with a space', { policy: POLICY, branch: 'a b' }, '/branch', 'invalid_format'],
    ['an unknown class', { policy: POLICY, options: { classes: ['Z99'] } }, '/options/classes/0', 'invalid_value'],
    ['a bound of 13', { policy: POLICY, options: { session_bound: 13 } }, '/options/session_bound', 'out_of_range'],
    ['a language nobody reads', { policy: { format: 'rego', text: 'x' } }, '/policy/format', 'invalid_value'],
    ['somebody else’s policy object', { policy: { Statement: [] } }, '/policy', 'form_foreign'],
  ])('POST /v1/projects/{id}/scans 400 invalid_request for %s', async (_, body, pointer, slug) => {
    const { path } = await project();
    expect(await submit(path, body)).toMatchObject({
      status: 400,
      body: { slug: 'invalid_request', errors: [{ pointer, slug }] },
    });
  });

  it('POST /v1/projects/{id}/scans 400 policy_invalid with line and column, also for the accepted version', async () => {
    const { path } = await project();
    const broken = 'dialect 1;\nallow t when ;';
    for (const [body, pointer] of [
      [{ policy: broken }, '/policy'],
      [{ policy: { dialect: 1, text: broken } }, '/policy/text'],
      [{ policy: POLICY, options: { compare_with: broken } }, '/options/compare_with'],
    ] as const)
      expect(await submit(path, body)).toMatchObject({
        status: 400,
        body: { slug: 'policy_invalid', errors: [{ pointer, line: 2, column: 14 }] },
      });
  });

  it('POST /v1/projects/{id}/scans 400 upload_not_usable for an upload that nobody has', async () => {
    const { path } = await project();
    const { status, body } = await submit(path, { policy: { upload_id: 'upl_none' } });
    expect([status, body['slug']]).toEqual([400, 'upload_not_usable']);
  });

  it('POST /v1/projects/{id}/scans 401 without a key', async () => {
    const { status } = await hunt.ask('post', `/v1/projects/${NOBODYS}/scans`, { key: null, body: { policy: POLICY } });
    expect(status).toBe(401);
  });

  it('POST /v1/projects/{id}/scans 403 for a key without the grant', async () => {
    const { status, body } = await hunt.ask('post', `/v1/projects/${NOBODYS}/scans`, {
      key: details,
      body: { policy: POLICY },
    });
    expect([status, body['slug']]).toEqual([403, 'missing_grant']);
  });

  it("POST /v1/projects/{id}/scans 404 for a project that nobody has, and another account's", async () => {
    const { path } = await project(theirs);
    for (const unknown of [`/v1/projects/${NOBODYS}`, path])
      expect((await submit(unknown, { policy: POLICY })).status).toBe(404);
  });

  it('POST /v1/projects/{id}/scans 409 scan_in_progress while another scan of the branch goes on and it is asked to', async () => {
    const { path } = await project();
    const { open } = held();
    const running = await submit(path, { policy: POLICY }, { Prefer: 'respond-async' });
    const rejecting = { policy: `${POLICY} `, on_running: 'reject' };
    expect(await submit(path, rejecting)).toMatchObject({
      status: 409,
      headers: { 'retry-after': '2' },
      body: { slug: 'scan_in_progress', scan_id: running.body['id'] },
    });
    const async = { Prefer: 'respond-async' };
    expect((await submit(path, { ...rejecting, branch: 'other' }, async)).status).toBe(202);
    expect((await submit(path, { ...rejecting, on_running: 'queue' }, async)).status).toBe(202);
    open();
  });

  it('POST /v1/projects/{id}/scans 409 idempotency_key_reused for another request under a key', async () => {
    const { path } = await project();
    const other = await project();
    const key = { 'Idempotency-Key': 'one-key' };
    expect((await submit(path, { policy: POLICY }, key)).status).toBe(200);
    for (const body of [
      { policy: `${POLICY} ` },
      { policy: POLICY, branch: 'x' },
      { policy: POLICY, reuse: false },
      { policy: POLICY, label: 'x' },
    ])
      expect(await submit(path, body, key)).toMatchObject({ status: 409, body: { slug: 'idempotency_key_reused' } });
    expect((await submit(other.path, { policy: POLICY }, key)).status).toBe(200);
  });

  it('POST /v1/projects/{id}/scans 413 for more than 2 MiB', async () => {
    const { path } = await project();
    const { status, body } = await submit(path, { policy: 'x'.repeat(2_200_000) });
    expect([status, body['slug'], body['limit_bytes']]).toEqual([413, 'payload_too_large', 2 * 1024 * 1024]);
  });

  it('POST /v1/projects/{id}/scans 429 quota_exhausted when there are no units left, and stores nothing', async () => {
    const key = await hunt.host.createKey({ accountId: await hunt.host.createAccount({ units: 0 }) });
    const { path } = await project(key);
    const { status, body } = await hunt.ask('post', `${path}/scans`, { key, body: { policy: POLICY } });
    expect([status, body['slug']]).toEqual([429, 'quota_exhausted']);
    expect((await hunt.ask('get', `${path}/scans`, { key })).body['data']).toEqual([]);
  });

  it('GET /v1/projects/{id}/scans 200 newest first, in pages, of a branch', async () => {
    const one = await project();
    const ids: unknown[] = [];
    for (const branch of ['main', 'next', 'main']) ids.unshift((await one.scan(reportOf([]), { branch })).body['id']);
    const page = await hunt.ask('get', `${one.path}/scans?limit=2`);
    const rest = await hunt.ask('get', `${one.path}/scans?cursor=${page.body['next_cursor'] as string}`);
    const idsOf = ({ body }: typeof page): unknown[] => (body['data'] as { id: string }[]).map(({ id }) => id);
    expect([...idsOf(page), ...idsOf(rest)]).toEqual(ids);
    expect(idsOf(await hunt.ask('get', `${one.path}/scans?branch=next`))).toEqual([ids[1]]);
    expect(idsOf(await hunt.ask('get', `${one.path}/scans?branch=none`))).toEqual([]);
  });

  it('GET /v1/projects/{id}/scans 401 without a key', async () => {
    expect((await hunt.ask('get', `/v1/projects/${NOBODYS}/scans`, { key: null })).status).toBe(401);
  });

  it('GET /v1/projects/{id}/scans 403 for a key without the grant', async () => {
    expect((await hunt.ask('get', `/v1/projects/${NOBODYS}/scans`, { key: details })).status).toBe(403);
  });

  it("GET /v1/projects/{id}/scans 404 for a project that nobody has, and another account's", async () => {
    const { path } = await project(theirs);
    for (const unknown of [`/v1/projects/${NOBODYS}`, path])
      expect((await hunt.ask('get', `${unknown}/scans`)).status).toBe(404);
  });

  it('GET /v1/projects/{id}/scans/{scan_id} 200 without its job once that is purged', async () => {
    const one = await project();
    const { body } = await one.scan(reportOf([]));
    await hunt.host.database.asHost().execute('delete from core.jobs where id = ?', [body['solve_id']]);
    const read = await hunt.ask('get', `${one.path}/scans/${body['id'] as string}`);
    expect(read).toMatchObject({ status: 200, body: { status: 'succeeded', job: null } });
  });

  it('GET /v1/projects/{id}/scans/{scan_id} 401 without a key', async () => {
    expect((await hunt.ask('get', `/v1/projects/${NOBODYS}/scans/${NO_SCAN}`, { key: null })).status).toBe(401);
  });

  it('GET /v1/projects/{id}/scans/{scan_id} 403 for a key without the grant', async () => {
    expect((await hunt.ask('get', `/v1/projects/${NOBODYS}/scans/${NO_SCAN}`, { key: details })).status).toBe(403);
  });

  it("GET /v1/projects/{id}/scans/{scan_id} 404 for one that nobody has, of another project, and another account's", async () => {
    const [one, other, foreign] = [await project(), await project(), await project(theirs)];
    const scan = (await one.scan(reportOf([]))).body['id'] as string;
    const their = (await foreign.scan(reportOf([]))).body['id'] as string;
    for (const path of [
      `${one.path}/scans/${NO_SCAN}`,
      `${one.path}/scans/none`,
      `${other.path}/scans/${scan}`,
      `${foreign.path}/scans/${their}`,
      `${one.path}/scans/${their}`,
    ])
      expect([path, (await hunt.ask('get', path)).status]).toEqual([path, 404]);
  });

  it('compares each scan with the one of its branch before', async () => {
    const one = await project();
    const [a, b] = [told('a'), told('b')];
    const first = await one.scan(reportOf([a, b]));
    const second = await one.scan(reportOf([b, told('c')]));
    expect(second.body).toMatchObject({
      compared_with: first.body['id'],
      counts: { new: 1, persisting: 1, fixed: 1, reopened: 0, moved: 0, unknown: 0 },
    });
    const third = await one.scan(reportOf([a, b]));
    expect(third.body).toMatchObject({
      compared_with: second.body['id'],
      counts: { new: 0, persisting: 1, fixed: 1, reopened: 1 },
    });
    const states = async (query = '') =>
      Object.fromEntries(
        Object.entries(await one.findings(query)).map(([print, row]) => [print, [row['state'], row['scans']]]),
      );
    expect(await states()).toEqual({
      [fingerprint('a')]: ['reopened', 2],
      [fingerprint('b')]: ['persisting', 3],
      [fingerprint('c')]: ['fixed', 1],
    });
    const branch = await one.scan(reportOf([a]), { branch: 'next' });
    expect(branch.body).toMatchObject({ compared_with: null, counts: { new: 1 } });
    expect(await states('&branch=next')).toEqual({ [fingerprint('a')]: ['new', 1] });
  });

  it('lets one of several begin that are to be alone', async () => {
    const { path } = await project();
    const { open } = held();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        submit(
          path,
          { policy: `dialect 1; allow t when n <= ${n};`, on_running: 'reject' },
          { Prefer: 'respond-async' },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409, 409]);
    open();
  });

  it('compares scans that end at once one after the other', async () => {
    const { path } = await project();
    const { promise, resolve } = Promise.withResolvers<void>();
    hunt.hunter.report = () => promise.then(() => reportOf([told('a')]));
    const running = [1, 2, 3].map((n) => submit(path, { policy: `dialect 1; allow t when n <= ${n};` }));
    await expect.poll(async () => ((await hunt.ask('get', `${path}/scans`)).body['data'] as object[]).length).toBe(3);
    resolve();
    const scans = (await Promise.all(running)).map(({ body }) => body);
    const counted = scans.map(({ counts }) => (counts as { new: number }).new);
    expect(counted.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(new Set(scans.map((scan) => scan['compared_with'])).size).toBe(3);
  });

  it('compares a scan with the one that was compared before it, also where that one ended later', async () => {
    const one = await project();
    const first = await one.scan(reportOf([]));
    await hunt.host.database
      .asHost()
      .execute(`update hunt.scans set finished_at = finished_at + interval '1 hour' where id = ?`, [first.body['id']]);
    const second = await one.scan(reportOf([]));
    const third = await one.scan(reportOf([]));
    expect([second, third].map(({ body }) => body['compared_with'])).toEqual([first.body['id'], second.body['id']]);
  });

  it('keeps open what a scan could not decide, and says how many', async () => {
    const one = await project();
    await one.scan(reportOf([told('a'), told('b', { class: 'H01' })]));
    const { body } = await one.scan(reportOf([], decided('H01', { undecided: 1, bound: null })));
    expect(body).toMatchObject({ counts: { fixed: 1, unknown: 1 }, gate: { status: 'incomplete' } });
    expect((await one.findings())[fingerprint('b')]).toMatchObject({ state: 'persisting', scans: 1 });
  });

  it('gates findings that are new, once', async () => {
    const one = await project();
    const first = await one.scan(reportOf([told('a')]));
    expect(first.body['gate']).toMatchObject({
      status: 'failed',
      conditions: expect.arrayContaining([
        { metric: 'findings_high', op: 'gt', threshold: 0, scope: 'new', actual: 1, status: 'failed' },
      ]) as unknown[],
    });
    const second = await one.scan(reportOf([told('a')]));
    expect(second.body['gate']).toMatchObject({ status: 'passed' });
    const gated = await hunt.ask('put', `${one.path}/profile`, {
      body: { revision: 1, conditions: [{ metric: 'findings_total', op: 'gt', threshold: 0 }] },
    });
    expect(gated.body['gate']).toMatchObject({ status: 'failed', revision: 2 });
    expect((await hunt.ask('get', one.path)).body['gate']).toEqual({ status: 'failed' });
  });

  it('goes with its account', async () => {
    const key = await hunt.host.createKey();
    const one = await project(key);
    await one.scan(reportOf([told('a')]));
    await hunt.host.admin.eraseAccount(key.accountId);
    for (const table of ['projects', 'scans', 'findings', 'history', 'attempts']) {
      const rows = await hunt.host.database
        .asHost()
        .execute<object[]>(`select 1 from hunt.${table} where account_id = ?`, [key.accountId]);
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
