import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';

/** Injection token of `ArtefactSigner`. */
export const ARTEFACT_SIGNER = Symbol('ostiary.artefact_signer');

/** An Ed25519 signature and the key it was made with. */
export interface ArtefactSignature {
  /** Id of the key. */
  readonly kid: string;
  /** 64 bytes, base64. */
  readonly value: string;
}

/** A public key as a JSON Web Key (RFC 8037). */
export interface ArtefactPublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly kid: string;
  /** 32 bytes, base64url. */
  readonly x: string;
}

/** Vouches for the artefacts of the service. */
export interface ArtefactSigner {
  /** Signs a text, as UTF-8. */
  sign(text: string): Promise<ArtefactSignature>;
  /** The keys that signatures are verified with, the present one first. */
  keys(): readonly ArtefactPublicKey[];
}

/** What is signed for an artefact: nothing else of it can be exchanged unnoticed. */
export function signedText(id: string, sha256: string): string {
  return `artifact/${id}/${sha256}`;
}

/** The value of the header field `Artifact-Signature`. */
export function signatureField({ kid, value }: ArtefactSignature): string {
  return `kid=${kid};sig=:${value}:`;
}

/**
 * Signs with the key of this deployment.
 * See docs/adr/0123.
 */
export class HostArtefactSigner implements ArtefactSigner {
  readonly #key: KeyObject;
  readonly #public: ArtefactPublicKey;

  /** @param key an Ed25519 private key */
  constructor(key: KeyObject) {
    this.#key = key;
    const { crv, x } = createPublicKey(key).export({ format: 'jwk' });
    if (crv !== 'Ed25519' || x === undefined) throw new Error('the key of artefacts is not an Ed25519 key');
    const kid = `host-${createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 16)}`;
    this.#public = { kty: 'OKP', crv: 'Ed25519', kid, x };
  }

  sign(text: string): Promise<ArtefactSignature> {
    const value = sign(null, Buffer.from(text, 'utf8'), this.#key).toString('base64');
    return Promise.resolve({ kid: this.#public.kid, value });
  }

  keys(): readonly ArtefactPublicKey[] {
    return [this.#public];
  }
}
