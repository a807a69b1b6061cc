import type { Principal } from './principal.js';

/** A place of the host's that a plugin may fill: the host asks, the plugin answers. */
export interface Slot<T> {
  readonly $type: 'ostiary.slot';
  readonly name: string;
  /** Whether several plugins may fill it. */
  readonly many: boolean;
  /** Only carries the type. */
  readonly _type?: T;
}

/** A slot and what fills it. */
export interface SlotFilling<T = unknown> {
  readonly slot: Slot<T>;
  /** A private provider class of the plugin. */
  readonly implementation: abstract new (...args: never[]) => T;
}

/** Says which of the plugin's own providers fills a slot. */
export function fillSlot<T>(slot: Slot<T>, implementation: abstract new (...args: never[]) => T): SlotFilling<T> {
  return Object.freeze({ slot, implementation });
}

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

/** Knows callers by something else than an API key, e.g. a session. */
export interface RequestAuthenticator {
  /**
   * Returns who sent a request that has no `Authorization` header, or null when this one does not know them either.
   * @param request what a method is given by `@Req()`; its body has not been read
   */
  authenticate(request: object): Promise<Principal | null>;
}

/** Adds to what the service says of itself: members of the answer's `facts`, under the plugin's id. */
export interface FactSource {
  /** Returns JSON, or null to say nothing. @param principal null for callers without a key */
  facts(principal: Principal | null): Promise<Readonly<Record<string, unknown>> | null>;
}

const slot = <T>(name: string, many: boolean): Slot<T> => Object.freeze({ $type: 'ostiary.slot' as const, name, many });

/** Every slot there is. */
export const Slots = {
  /** Signs artefacts in place of the deployment's own key. */
  artefactSigner: slot<ArtefactSigner>('artefactSigner', false),
  /** Asked in turn for requests without an `Authorization` header. */
  authenticator: slot<RequestAuthenticator>('authenticator', true),
  /** `facts` of GET /v1/account. */
  accountFacts: slot<FactSource>('accountFacts', true),
  /** `facts` of GET /v1/capabilities. */
  capabilityFacts: slot<FactSource>('capabilityFacts', true),
  /** `facts` of GET /v1/version. */
  versionFacts: slot<FactSource>('versionFacts', true),
} as const;
