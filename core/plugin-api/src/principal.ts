/** The caller of a request, as the host's guard found it. */
export interface Principal {
  /** Whose data the request is about. */
  readonly accountId: string;
  readonly keyId: string;
  /** As its owner named it. */
  readonly keyName: string;
  /** Those of the key that some enabled plugin declares. */
  readonly grants: readonly string[];
  /** Profiles the key may use; empty: all of the deployment. */
  readonly profiles: readonly string[];
  readonly expiresAt: Date | null;
  /** The account is suspended: routes that need a grant refuse it, those for any key do not. */
  readonly suspended: boolean;
}

const PRINCIPAL = Symbol.for('ostiary.principal');

/** Notes who is calling on the request they sent. The host's guard does this; a plugin only reads. */
export function notePrincipal(request: object, principal: Principal): void {
  Object.defineProperty(request, PRINCIPAL, { value: principal, configurable: true });
}

/**
 * Who sent the request a handler is answering (`@Req()`), or null where the route lets callers without a key through:
 * never null behind `grants` and `any_key`.
 */
export function principalOf(request: object): Principal | null {
  return (request as { readonly [PRINCIPAL]?: Principal })[PRINCIPAL] ?? null;
}
