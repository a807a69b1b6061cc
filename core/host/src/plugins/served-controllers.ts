import type { Type } from '@nestjs/common';
import type { Deployment as Served, PluginDefinition } from '@ostiary/plugin-api';
import type { Deployment } from './deployment.js';
import { staticController } from './static-files.js';

/** Whether something that names where it is served is served on a kind of deployment; the embedded one serves what hosted ones do. */
export function servedOn(kind: Deployment['kind'], serves: readonly Served[] = ['hosted']): boolean {
  return kind === 'embedded' ? serves.includes('hosted') : serves.includes(kind);
}

/** The controllers of a plugin that this host mounts: those of plugins that are served on hosted (and embedded) deployments. */
export function servedControllers(definition: PluginDefinition): readonly Type[] {
  return servedOn('hosted', definition.http?.serves) ? controllersOf(definition) : [];
}

/** All controllers of a plugin: those it declares, and one for each folder of static files. */
export function controllersOf({ http }: PluginDefinition): readonly Type[] {
  return [...((http?.controllers ?? []) as readonly Type[]), ...(http?.assets ?? []).map(staticController)];
}
