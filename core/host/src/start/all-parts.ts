import type { EntityClass, MigrationObject } from '@mikro-orm/core';
import type { PluginRegistry } from '../plugins/registry.js';
import { CORE_STORAGE } from './core-parts.js';
import { type ComposedStorage, composeStorage, type StoragePart } from '../storage/part.js';

/** All storage of a process: the host's and that of each admitted plugin, a plugin's after those it requires. */
export function storageOf(registry: PluginRegistry): ComposedStorage {
  return composeStorage([
    ...CORE_STORAGE,
    ...registry.plugins.flatMap(({ definition }) => (definition.storage ? [asPart(definition.storage)] : [])),
  ]);
}

/** The plugin api names no MikroORM types, so that it needs no MikroORM; these are what it means. */
function asPart({
  schema,
  entities,
  migrations,
}: {
  readonly schema: string;
  readonly entities: readonly object[];
  readonly migrations: readonly object[];
}): StoragePart {
  return {
    schema,
    entities: entities as readonly EntityClass<object>[],
    migrations: migrations as readonly MigrationObject[],
  };
}
