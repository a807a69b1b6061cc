import { generateKeyPairSync } from 'node:crypto';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecrets, type Pepper } from '../config/secrets.js';
import { statement } from '../storage/statement.js';
import { parseKey } from '../keys/key-format.js';
import { hashKey } from '../keys/key-hash.js';

const TEXTS = { current: 'n'.repeat(40), previous: 'p'.repeat(40), gone: 'g'.repeat(40) };
const ARTEFACT_KEY = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pepper = (text: string): Pepper =>
  loadSecrets({
    env: { OSTIARY_PEPPER: text, OSTIARY_SIGNING_SECRET: 's'.repeat(40), OSTIARY_ARTEFACT_KEY: ARTEFACT_KEY },
    dataDirectory: '',
    generate: false,
  }).peppers[0];

let host: TestHost;
beforeAll(async () => {
  host = await startHost({
    env: {
      OSTIARY_PEPPER: TEXTS.current,
      OSTIARY_PEPPER_PREVIOUS: TEXTS.previous,
      OSTIARY_AUTH_FAILURES_PER_MINUTE: '1000',
    },
  });
});
afterAll(() => host.close());

const kept = async ({ id }: TestKey): Promise<{ secret_hash: string; pepper_id: string } | undefined> =>
  (
    await statement<{ secret_hash: string; pepper_id: string }>(
      host.database.asHost(),
      'select secret_hash, pepper_id from core.api_keys where id = $1',
      [id],
    )
  )[0];
const under = ({ key }: TestKey, text: string): { secret_hash: string; pepper_id: string } => {
  const parsed = parseKey(key);
  if (parsed === undefined) throw new Error('not a key');
  return { secret_hash: hashKey(parsed, pepper(text)), pepper_id: pepper(text).id };
};
/** A key made before the rotation. */
async function keyUnder(text: string): Promise<TestKey> {
  const key = await host.createKey();
  const { secret_hash, pepper_id } = under(key, text);
  await statement(host.database.asHost(), 'update core.api_keys set secret_hash = $2, pepper_id = $3 where id = $1', [
    key.id,
    secret_hash,
    pepper_id,
  ]);
  return key;
}
const use = (bearer: string) => host.http.get('/v1/account').set('Authorization', bearer);

describe('while two peppers are live', () => {
  it('a new key is kept under the current one', async () => {
    const key = await host.createKey();
    expect(await kept(key)).toEqual(under(key, TEXTS.current));
  });

  it('a key under the previous one works, and its use moves it under the current one', async () => {
    const key = await keyUnder(TEXTS.previous);
    const [before] = await host.admin.listKeys(key.accountId);
    expect(before && host.admin.isCurrent(before)).toBe(false);
    await use(key.bearer).expect(200);
    await expect.poll(() => kept(key)).toEqual(under(key, TEXTS.current));
    await use(key.bearer).expect(200);
    const [after] = await host.admin.listKeys(key.accountId);
    expect(after && host.admin.isCurrent(after)).toBe(true);
  });

  it('the move of a key is recorded, once, as done by the service', async () => {
    const key = await keyUnder(TEXTS.previous);
    await Promise.all([1, 2, 3].map(() => use(key.bearer).expect(200)));
    await expect.poll(() => kept(key)).toEqual(under(key, TEXTS.current));
    await use(key.bearer).expect(200);
    const recorded = (await host.admin.audited(key.accountId, 10)).filter(({ subject }) => subject === key.id);
    expect(recorded.map(({ action, actor, detail }) => [action, actor.kind, JSON.parse(detail) as unknown])).toEqual([
      ['key.pepper_changed', 'service', { from: pepper(TEXTS.previous).id, to: pepper(TEXTS.current).id }],
      ['key.created', 'operator', expect.anything()],
    ]);
    expect((await host.admin.verifyAudit()).faults).toEqual([]);
  });

  it('a wrong secret moves nothing', async () => {
    const [key, other] = [await keyUnder(TEXTS.previous), await keyUnder(TEXTS.previous)];
    await statement(host.database.asHost(), 'update core.api_keys set secret_hash = $2 where id = $1', [
      key.id,
      under(other, TEXTS.previous).secret_hash,
    ]);
    await use(key.bearer).expect(401);
    expect(await kept(key)).toEqual(under(other, TEXTS.previous));
  });

  it('a key under neither is no key', async () => {
    const key = await keyUnder(TEXTS.gone);
    await use(key.bearer).expect(401);
    expect(await kept(key)).toEqual(under(key, TEXTS.gone));
  });
});
