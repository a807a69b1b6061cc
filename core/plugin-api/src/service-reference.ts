import type { ServiceToken } from './service-token.js';

/** A named interface one plugin offers to others. The token is all that is shared; the implementation stays private. */
export interface ServiceReference<T> {
  readonly $type: 'ostiary.service';
  /** `<plugin id>.<name>`. */
  readonly name: string;
  /** Only carries the type. */
  readonly _type?: T;
}

/** A service and what stands behind it. */
export interface ServiceBinding<T = unknown> {
  readonly service: ServiceReference<T>;
  /** A private provider class of the plugin that implements the service. */
  readonly implementation: abstract new (...args: never[]) => T;
}

/** Names an interface for other plugins. @param name `<plugin id>.<name>` */
export function defineService<T>(name: string): ServiceReference<T> {
  return Object.freeze({ $type: 'ostiary.service' as const, name });
}

/** Says which of the plugin's own providers is behind a service. */
export function provide<T>(
  service: ServiceReference<T>,
  implementation: abstract new (...args: never[]) => T,
): ServiceBinding<T> {
  return Object.freeze({ service, implementation });
}

/** The injection token of a service: `@Inject(serviceToken(catalogueService))` in a plugin that names the service in `consumes`. */
export function serviceToken<T>(service: ServiceReference<T>): ServiceToken<T> {
  return Symbol.for(`ostiary.service.${service.name}`);
}
