import { Inject, Injectable, type Type } from '@nestjs/common';
import type { Deployment as Served, RouteDeclaration } from '@ostiary/plugin-api';
import { DEPLOYMENT, type Deployment } from './deployment.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from './registry.js';
import { controllersOf, servedOn } from './served-controllers.js';

const SERVES = Symbol('ostiary.serves');
const EVERYWHERE: readonly Served[] = ['hosted', 'router'];

/** For a controller of the host's own: what it answers needs no database, so a router serves it too. */
export const ServedEverywhere = (): ClassDecorator => (controller) =>
  Reflect.defineMetadata(SERVES, EVERYWHERE, controller);

/** Which operations this deployment serves, of those in its contract. See docs/adr/0135. */
@Injectable()
export class ServedHere {
  private readonly kind: Deployment['kind'];
  private readonly ofPlugins: ReadonlyMap<object, readonly Served[]>;

  constructor(
    @Inject(DEPLOYMENT) { kind }: Pick<Deployment, 'kind'>,
    @Inject(PLUGIN_REGISTRY) { plugins }: PluginRegistry,
  ) {
    this.kind = kind;
    this.ofPlugins = new Map(
      plugins.flatMap(({ definition }) =>
        controllersOf(definition).map((controller) => [controller, definition.http?.serves ?? ['hosted']] as const),
      ),
    );
  }

  /** A route says where it is served, else its plugin does for all of its routes. */
  has(controller: Type, { serves }: RouteDeclaration): boolean {
    const ofClass =
      this.ofPlugins.get(controller) ?? (Reflect.getMetadata(SERVES, controller) as readonly Served[] | undefined);
    return servedOn(this.kind, serves ?? ofClass);
  }
}
