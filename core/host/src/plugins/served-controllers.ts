import type { Type } from '@nestjs/common';
import type { Deployment as Served, PluginDefinition } from '@ostiary/plugin-api';
import type { Deployment } from './deployment.js';
import { staticController } from './static-files.js';

/** Whether something that names where it is served is served on a kind of deployment; the embedded one serves what hosted ones do. */
export function servedOn(kind: Deployment['kind'], serves: readonly Served[] = ['hosted']): boolean {
  return serves.includes(kind === 'router' ? 'router' : 'hosted');
}

/**
 * The controllers of a plugin that a deployment mounts. A router has those of all others too: their operations stay in its contract, and
 * the guard answers for what is not served there.
 */
export function servedControllers(definition: PluginDefinition, kind: Deployment['kind']): readonly Type[] {
  return kind === 'router' || servedOn(kind, definition.http?.serves) ? controllersOf(definition) : [];
}

/** All controllers of a plugin: those it declares, and one for each folder of static files. */
export function controllersOf({ http }: PluginDefinition): readonly Type[] {
  return [...((http?.controllers ?? []) as readonly Type[]), ...(http?.assets ?? []).map(staticController)];
}
