import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HostArtefactSigner, signatureField, signedText } from './signer.js';

const { privateKey } = generateKeyPairSync('ed25519');
const text = signedText('art_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ab'.repeat(32));

describe('the key of the host', () => {
  it('signs what its public key verifies, and nothing else', async () => {
    const signer = new HostArtefactSigner(privateKey);
    const { kid, value } = await signer.sign(text);
    const [key] = signer.keys();
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', kid });
    const holds = (signed: string): boolean =>
      verify(
        null,
        Buffer.from(signed),
        createPublicKey({ key: { ...key }, format: 'jwk' }),
        Buffer.from(value, 'base64'),
      );
    expect(holds(text)).toBe(true);
    expect(holds(text.replace('FAV', 'FAW'))).toBe(false);
    expect(holds(`${text}0`)).toBe(false);
  });

  it('is named after itself: the same in every process, another for another key', async () => {
    const kid = async (key = privateKey): Promise<string> => (await new HostArtefactSigner(key).sign(text)).kid;
    expect(await kid()).toMatch(/^host-[0-9a-f]{16}$/);
    expect(await kid()).toBe(await kid());
    expect(await kid(generateKeyPairSync('ed25519').privateKey)).not.toBe(await kid());
  });

  it('is no key of another kind', () => {
    expect(() => new HostArtefactSigner(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)).toThrow(
      'Ed25519',
    );
  });
});

it('is told in one header field', () => {
  expect(signatureField({ kid: 'host-1', value: 'AA==' })).toBe('kid=host-1;sig=:AA==:');
});
