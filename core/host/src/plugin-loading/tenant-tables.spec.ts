import { asOwner, fixtures, startHost, type TestHost, twoTenants } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PluginsRefused } from './refusal.js';

describe('tables of a plugin', () => {
  it('that do not keep accounts apart are refused, each with what is wrong', async () => {
    const refused = await startHost({ plugins: [fixtures.withOpenTable] }).catch((error: unknown) => error);
    // The spec may read another copy of the class than the testkit.
    expect((refused as Error).name).toBe(PluginsRefused.name);
    const { refusals } = refused as PluginsRefused;
    expect(new Set(refusals.map(({ code, plugin }) => `${code} ${plugin}`))).toEqual(
      new Set(['table_open with-open-table']),
    );
    const faults = refusals.map(({ message }) => message.replace('the table with_open_table.', ''));
    expect(faults).toEqual([
      expect.stringMatching(/^copied is a materialised view/),
      expect.stringMatching(/^forgotten has no row-level security/),
      expect.stringMatching(/^opened_again has policies of its own/),
      expect.stringMatching(/^seen_by_all is a view without security_invoker/),
      expect.stringMatching(/^switched_off has no row-level security/),
      expect.stringMatching(/^wrongly_shared has a column account_id/),
    ]);
  });
});

describe('a table of a plugin that was named to tenantTable', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost({ plugins: [fixtures.withTenantTable, fixtures.withAudit] });
  });
  afterAll(() => host.close());

  it('shows an account its own rows, though the plugin asks without a condition', async () => {
    const { ours, theirs } = await twoTenants(host);
    const write = (bearer: string, id: string) =>
      host.http
        .post('/v1/diary')
        .set('Authorization', bearer)
        .send({ id, text: `of ${id}` });
    await write(ours.bearer, 'd_ours').expect(201);
    await write(theirs.bearer, 'd_theirs').expect(201);
    const read = (bearer: string, id: string) => host.http.get(`/v1/diary/${id}`).set('Authorization', bearer);
    expect((await read(ours.bearer, 'd_ours').expect(200)).body).toEqual({ id: 'd_ours', text: 'of d_ours' });
    await read(ours.bearer, 'd_theirs').expect(404);
    await read(ours.bearer, 'd_nobodys').expect(404);
  });

  it('takes no row of another account, whatever the plugin writes', async () => {
    const { ours, theirs } = await twoTenants(host);
    const em = host.database.forAccount(ours.accountId);
    const insert = `insert into with_tenant_table.entries (id, account_id, text) values (?, ?, '')`;
    await em.execute(insert, ['d_1', ours.accountId]);
    await expect(em.execute(insert, ['d_2', theirs.accountId])).rejects.toThrow(/row-level security/);
    await expect(
      em.execute(`update with_tenant_table.entries set account_id = ? where id = 'd_1'`, [theirs.accountId]),
    ).rejects.toThrow(/row-level security/);
  });

  it('can be changed together with a record of who did it', async () => {
    const { ours } = await twoTenants(host);
    await host.http.delete('/v1/seals/seal_7').set('Authorization', ours.bearer).expect(200);
    const [row] = await host.admin.audited(ours.accountId, 1);
    expect(row).toMatchObject({ action: 'seal.broken', subject: 'seal_7', actor: { kind: 'key', id: ours.id } });
  });

  it('shows nothing to a manager that says for whom it works to nobody', async () => {
    const all = 'select id from with_tenant_table.entries';
    expect(await host.database.plain.fork().execute(all)).toEqual([]);
    expect((await asOwner(host.database).execute<object[]>(all)).length).toBeGreaterThan(0);
    expect((await host.database.asHost().execute<object[]>(all)).length).toBeGreaterThan(0);
  });
});
