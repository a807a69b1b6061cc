/** Injection token of a service, of the host's or of a plugin's; use with Nest's `@Inject(token)`. */
export type ServiceToken<T> = symbol & { readonly _type?: T };
