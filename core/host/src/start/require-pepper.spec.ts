import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecrets, type Secrets } from '../config/secrets.js';
import { keptPeppers } from '../keys/key-record.js';
import { requirePepper } from './require-pepper.js';

const directory = mkdtempSync(join(tmpdir(), 'ostiary-pepper-'));
const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (_: object, message: string) => void warnings.push(message),
  error: () => undefined,
};
let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(async () => {
  await host.close();
  rmSync(directory, { recursive: true, force: true });
});

const load = (dataDirectory: string, env: Record<string, string> = {}): Secrets =>
  loadSecrets({ env, dataDirectory, generate: true });
const require = async (secrets: Secrets): Promise<void> =>
  requirePepper(await keptPeppers(host.database.asHost(), new Date()), secrets, log);

describe('the start over a database with keys', () => {
  it('asks for no pepper while there are none', async () => {
    await expect(require(load(mkdtempSync(join(directory, 'empty-'))))).resolves.toBeUndefined();
  });

  it('is refused when their pepper is gone: it says so, and leaves no new one in its place', async () => {
    const { id } = await host.createKey();
    await require(load(host.dataDirectory));
    const [kept] = load(host.dataDirectory).peppers;
    const lost = mkdtempSync(join(directory, 'lost-'));
    const file = join(lost, 'secrets', 'pepper');
    await expect(require(load(lost))).rejects.toThrow(
      new RegExp(`OSTIARY_PEPPER: .* 1 key is kept under ${kept.id}, and ${file} is gone.*Put it back.*revoke-lost`),
    );
    expect(existsSync(file)).toBe(false);
    const other = load(lost, { OSTIARY_PEPPER: 'another pepper of more than 32 characters' });
    await expect(require(other)).rejects.toThrow(`this process has ${other.peppers[0].id}`);
    const rotating = load(lost, {
      OSTIARY_PEPPER: 'another pepper of more than 32 characters',
      OSTIARY_PEPPER_PREVIOUS: kept.secret.reveal(),
    });
    await require(rotating);
    await host.admin.revokeKey(id);
    await require(other);
  });

  it('tells what is forgotten with a signing secret that was made anew', async () => {
    await host.createKey();
    const before = warnings.length;
    await require(load(host.dataDirectory));
    expect(warnings).toHaveLength(before);
    const lost = mkdtempSync(join(directory, 'signing-'));
    await require(load(lost, { OSTIARY_PEPPER: load(host.dataDirectory).peppers[0].secret.reveal() }));
    expect(warnings.at(-1)).toContain('the signing secret was made anew');
  });
});

describe('keys whose pepper is lost', () => {
  it('are ended together, and the others go on', async () => {
    const [lost, kept] = [await host.createKey(), await host.createKey()];
    await host.database.asHost().execute(`update core.api_keys set pepper_id = 'gone' where id = ?`, [lost.id]);
    expect(await host.admin.revokeLost()).toBe(1);
    const keys = await host.admin.listKeys();
    expect(keys.find(({ id }) => id === lost.id)?.revokedAt).not.toBeNull();
    expect(keys.find(({ id }) => id === kept.id)?.revokedAt).toBeNull();
  });
});
