import { asOwner, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Admin } from './admin.js';
import { type AdminCommand, type AdminResult, performAdmin } from './admin-commands.js';

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ env: { OSTIARY_ROLES: 'api' }, plugins: ['@ostiary/guardrail'] });
});
afterAll(() => host.close());

// The host runs from another copy of the class.
const perform = (command: AdminCommand): Promise<AdminResult> => performAdmin(host.admin as unknown as Admin, command);

describe('what is done with accounts and keys', () => {
  it('is recorded with it, once, and without the text of a key', async () => {
    const account = await host.createAccount();
    const key = await host.createKey({ accountId: account, grants: ['guardrail'] });
    const publicId = key.key.slice(4, 12);
    await host.admin.setGrants(publicId, ['guardrail', 'batch']);
    await host.admin.setGrants(publicId, ['batch', 'guardrail']);
    for (const status of ['suspended', 'suspended', 'active'] as const) await host.admin.setStatus(account, status);
    await host.admin.revokeKey(key.id);
    await host.admin.revokeKey(key.id);
    await expect(host.admin.setStatus('acc_none', 'suspended')).rejects.toThrow('no account');
    await expect(host.admin.revokeKey('key_none')).rejects.toThrow('no key');
    const listed = (await perform({ command: 'audit list', account })) as Record<string, string>[];
    expect(
      listed.toReversed().map(({ action, subject, by, detail }) => [action, subject, by, JSON.parse(detail ?? '')]),
    ).toEqual([
      ['account.created', account, 'operator', { plan: 'standard' }],
      ['key.created', key.id, 'operator', { grants: ['guardrail'], profiles: [], expires_at: null }],
      ['key.grants_changed', key.id, 'operator', { from: ['guardrail'], to: ['batch', 'guardrail'] }],
      ['account.status_changed', account, 'operator', { from: 'active', to: 'suspended' }],
      ['account.status_changed', account, 'operator', { from: 'suspended', to: 'active' }],
      ['key.revoked', key.id, 'operator', {}],
    ]);
    expect(JSON.stringify(listed)).not.toContain(key.key.slice(13, 30));
  });

  it('can be verified by a command, which names a row that was changed', async () => {
    const account = await host.createAccount();
    const ends = (await perform({ command: 'audit verify' })) as Record<string, unknown>[];
    expect(ends).toContainEqual({ chain: account, rows: 1, ends: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const owner = asOwner(host.database);
    await owner.execute('alter table core.audit disable trigger user');
    await owner.execute(`update core.audit set action = 'account.tidied' where chain = ?`, [account]);
    await expect(perform({ command: 'audit verify' })).rejects.toThrow(`${account} row 1: changed`);
  });
});
