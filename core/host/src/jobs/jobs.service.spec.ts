import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../storage/statement.js';

interface Scan {
  readonly job_id: string;
  readonly label: string;
  readonly outcome: string | null;
  readonly told: number;
}

let host: TestHost;
let key: TestKey;

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withScans, fixtures.withMode] });
});
afterAll(() => host.close());
afterEach(() => {
  fixtures.scanEnds.refuse = () => false;
  fixtures.scanEnds.keepAccounts = false;
});

const scans = (jobId: string): Promise<Scan[]> =>
  statement<Scan>(host.database.asHost(), 'select * from with_scans.scans where job_id = $1', [jobId]);
const scan = (body: object, by = key) => host.http.post('/v1/scans').set('Authorization', by.bearer).send(body);
/** One that waits until it is ended from outside, and has begun to. */
const waiting = async (label: string): Promise<string> => {
  const { body } = await scan({ label, do: 'wait' }).expect(201);
  const status = async () => (await host.http.get(`/v1/scans/${body.id}`).set('Authorization', key.bearer)).body.status;
  await expect.poll(status).toBe('running');
  return body.id;
};
const count = async (table: string): Promise<number> =>
  (await statement(host.database.asHost(), `select 1 from ${table}`)).length;

describe('jobs from code', () => {
  beforeAll(async () => {
    key = await host.createKey();
  });

  it('run for the caller, and their row is stored with them', async () => {
    const { body } = await scan({ label: 'first' }).expect(201);
    expect(body).toMatchObject({ status: 'succeeded', result: { found: 3 } });
    expect(await scans(body.id)).toMatchObject([{ label: 'first', outcome: 'succeeded', told: 1 }]);
    const quota = (await host.http.get('/v1/account').set('Authorization', key.bearer)).body.quotas[0];
    expect(quota).toMatchObject({ used: 1, reserved: 0 });
    // The owner sees this job like any other.
    await host.http.get(`/v1/solves/${body.id}`).set('Authorization', key.bearer).expect(200);
  });

  it('are refused as POST /v1/solves refuses: grant, quota; and nothing is stored', async () => {
    const poor = await host.createKey({ accountId: await host.createAccount({ units: 0 }) });
    const without = await host.createKey({ grants: ['echo'] });
    const before = [await count('core.jobs'), await count('with_scans.scans')];
    expect((await scan({ label: 'x' }, poor).expect(429)).body.slug).toBe('quota_exhausted');
    expect((await scan({ label: 'x' }, without).expect(403)).body.slug).toBe('missing_grant');
    expect((await scan({ label: 'x', refuse_row: true }).expect(400)).body.errors[0].slug).toBe('told_to');
    expect([await count('core.jobs'), await count('with_scans.scans')]).toEqual(before);
    const quota = (await host.http.get('/v1/account').set('Authorization', key.bearer)).body.quotas[0];
    expect(quota).toMatchObject({ reserved: 0 });
  });

  it('are made once for one idempotency key, and refused when the key stands for another', async () => {
    const first = (await scan({ label: 'a', key: 'k1' }).expect(201)).body;
    const again = (await scan({ label: 'a', key: 'k1' }).expect(201)).body;
    expect(again.id).toBe(first.id);
    expect(await scans(first.id)).toMatchObject([{ told: 1 }]);
    expect((await scan({ label: 'a', key: 'k1', do: 'throw' }).expect(409)).body.slug).toBe('idempotency_key_reused');
    // Another account's key of the same text is another key.
    const other = await host.createKey();
    const theirs = (await scan({ label: 'b', key: 'k1' }, other).expect(201)).body;
    expect(theirs.id).not.toBe(first.id);
  });

  it('are seen and cancelled by their account only', async () => {
    const { body } = await scan({ label: 'slow', do: 'wait' }).expect(201);
    const stranger = await host.createKey();
    await host.http.get(`/v1/scans/${body.id}`).set('Authorization', stranger.bearer).expect(404);
    await host.http.delete(`/v1/scans/${body.id}`).set('Authorization', stranger.bearer).expect(404);
    await host.http.delete(`/v1/scans/${body.id}`).set('Authorization', key.bearer).expect(200);
    await expect.poll(async () => scans(body.id)).toMatchObject([{ outcome: 'cancelled', told: 1 }]);
  });

  it('of a mode that is not visible are not taken over POST /v1/solves, and nobody is told of the mode', async () => {
    const refused = await host.http
      .post('/v1/solves')
      .set('Authorization', key.bearer)
      .send({ mode: 'scan', do: 'answer' });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ pointer: '/mode', slug: 'unknown_mode' });
    expect(refused.body.errors[0].detail).not.toContain('scan');
    const capabilities = await host.http.get('/v1/capabilities').set('Authorization', key.bearer);
    expect(capabilities.body.modes.map(({ mode }: { mode: string }) => mode)).toEqual(['echo']);
    expect((await host.http.get('/v1/openapi.yaml')).text).not.toContain('Scan, for code only');
  });
});

describe('the end of a job', () => {
  it('is told of a failure too', async () => {
    const { body } = await scan({ label: 'f', do: 'throw' }).expect(201);
    expect(await scans(body.id)).toMatchObject([{ outcome: 'internal', told: 1 }]);
  });

  it('is told of a deadline that passes while the job waits or runs', async () => {
    const { body } = await scan({ label: 'late', do: 'wait' }).expect(201);
    await statement(host.database.asHost(), `update core.jobs set deadline_at = now() - interval '1 h' where id = $1`, [
      body.id,
    ]);
    await expect.poll(() => scans(body.id)).toMatchObject([{ outcome: 'expired', told: 1 }]);
  });

  it('is told of three lost workers', async () => {
    const id = await waiting('lost');
    await statement(
      host.database.asHost(),
      `update core.jobs set attempt = 3, heartbeat_at = now() - interval '1 h', worker_id = 'wrk_gone' where id = $1`,
      [id],
    );
    await expect.poll(() => scans(id)).toMatchObject([{ outcome: 'worker_lost', told: 1 }]);
  });

  it('that the mode does not take as a success is a failure; one it never takes is told again, and leaves no trace', async () => {
    fixtures.scanEnds.refuse = ({ status }) => status === 'succeeded';
    const failed = (await scan({ label: 'no' }).expect(201)).body;
    expect(failed.status).toBe('failed');
    expect(await scans(failed.id)).toMatchObject([{ outcome: 'internal', told: 1 }]);
    fixtures.scanEnds.refuse = () => true;
    const stuck = (await scan({ label: 'never', do: 'wait' }).expect(201)).body;
    await host.http.delete(`/v1/scans/${stuck.id}`).set('Authorization', key.bearer).expect(200);
    await expect
      .poll(async () => (await host.http.get(`/v1/scans/${stuck.id}`).set('Authorization', key.bearer)).body.status)
      .toBe('running');
    expect(await scans(stuck.id)).toMatchObject([{ outcome: null, told: 0 }]);
    fixtures.scanEnds.refuse = () => false;
    await expect.poll(() => scans(stuck.id)).toMatchObject([{ outcome: 'cancelled', told: 1 }]);
  });
});

describe('an account that is erased', () => {
  it('is gone with its jobs, keys and the rows of plugins, and no other account loses anything', async () => {
    const [ours, theirs] = [await host.createKey(), await host.createKey()];
    const mine = (await scan({ label: 'mine' }, ours).expect(201)).body;
    const other = (await scan({ label: 'other' }, theirs).expect(201)).body;
    const running = (await scan({ label: 'slow', do: 'wait' }, ours).expect(201)).body;
    await host.admin.eraseAccount(ours.accountId);
    expect([await scans(mine.id), await scans(running.id)]).toEqual([[], []]);
    await host.http.get('/v1/account').set('Authorization', ours.bearer).expect(401);
    const tables = await statement<{ name: string }>(
      host.database.asHost(),
      `select table_schema || '.' || table_name as name from information_schema.columns where column_name = 'account_id' and table_name not like 'audit%'`,
    );
    expect(tables.map(({ name }) => name)).toContain('core.jobs');
    // What was recorded of it in the audit stays.
    for (const { name } of tables)
      expect(
        await statement(host.database.asHost(), `select 1 from ${name} where account_id = $1`, [ours.accountId]),
      ).toEqual([]);
    expect(await scans(other.id)).toHaveLength(1);
    await host.http.get(`/v1/solves/${other.id}`).set('Authorization', theirs.bearer).expect(200);
    await expect(host.admin.eraseAccount(ours.accountId)).rejects.toThrow('there is no account');
  });

  it('stays as it is when a plugin does not let it go', async () => {
    const kept = await host.createKey();
    const { body } = await scan({ label: 'kept' }, kept).expect(201);
    fixtures.scanEnds.keepAccounts = true;
    await expect(host.admin.eraseAccount(kept.accountId)).rejects.toThrow('not let go');
    await host.http.get(`/v1/solves/${body.id}`).set('Authorization', kept.bearer).expect(200);
  });
});
