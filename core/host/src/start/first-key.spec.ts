import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseKey } from '../keys/key-format.js';
import { firstKey } from './first-key.js';
import { greeting } from './greeting.js';

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withMode] });
});
afterAll(() => host.close());

it('the first key is made once, and once its file is gone or it is revoked the greeting says how to make another', async () => {
  const { admin, dataDirectory, registry } = host;
  const first = () => firstKey(admin, dataDirectory, registry.grants);
  const made = await first();
  if (!('file' in made)) throw new Error('no key was made');
  expect(greeting('http://there', registry, made)).toContain(`shown this once: ${made.made}`);
  const text = readFileSync(made.file, 'utf8');
  expect(await first()).toEqual({ file: made.file, made: null });

  rmSync(made.file);
  const lost = await first();
  const [account] = await admin.listAccounts();
  expect(lost).toEqual({ lost: made.file, accountId: account?.id });
  expect(existsSync(made.file)).toBe(false);
  const words = greeting('http://there', registry, lost);
  expect(words).toContain(`npx ostiary admin key create --account ${account?.id} --grants echo\n`);
  expect(words).toContain('Bearer YOUR_KEY');

  const [, publicId] = parseKey(text.trim()) ? [true, parseKey(text.trim())?.publicId ?? ''] : [];
  expect(await admin.setGrants(publicId ?? '', registry.grants)).toBe(true);
});
