import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { type ArtefactPublicKey, type ArtefactSignature, type ArtefactSigner, Slots } from '@ostiary/plugin-api';
import type { SlotTable } from '../plugins/slot-table.js';

export type { ArtefactPublicKey, ArtefactSignature, ArtefactSigner };

/** Injection token of `ArtefactSigner`. */
export const ARTEFACT_SIGNER = Symbol('ostiary.artefact_signer');

/** The text that is signed for an artefact: its id and the digest of its bytes. */
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

/** Asks the plugin that fills the slot, where there is one; else signs with the key of this deployment. */
export class SlotArtefactSigner implements ArtefactSigner {
  constructor(
    private readonly slots: Pick<SlotTable, 'one'>,
    private readonly own: ArtefactSigner,
  ) {}

  sign(text: string): Promise<ArtefactSignature> {
    return this.#signer.sign(text);
  }

  keys(): readonly ArtefactPublicKey[] {
    return this.#signer.keys();
  }

  get #signer(): ArtefactSigner {
    return this.slots.one(Slots.artefactSigner) ?? this.own;
  }
}
