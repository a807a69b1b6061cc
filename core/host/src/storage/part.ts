import type { EntityClass, MigrationObject } from '@mikro-orm/core';

/** What one area keeps: the Postgres schema its tables live in, its entities, its migrations in the order they run. */
export interface StoragePart {
  readonly schema: string;
  readonly entities: readonly EntityClass<object>[];
  /** Names are `<area>/<nnn>_<what>`; they are kept in the database and never change. */
  readonly migrations: readonly MigrationObject[];
}

/** All parts as the one list of entities and the one list of migrations that MikroORM takes. */
export interface ComposedStorage {
  readonly entities: readonly EntityClass<object>[];
  readonly migrations: readonly MigrationObject[];
}

/**
 * Joins parts in the order given: the host's first, then each plugin after those it requires.
 * @throws when two migrations have one name: the second would silently never run
 */
export function composeStorage(parts: readonly StoragePart[]): ComposedStorage {
  const migrations = parts.flatMap((part) => part.migrations);
  const names = new Set<string>();
  for (const { name } of migrations) {
    if (names.has(name)) throw new Error(`two migrations are named ${name}`);
    names.add(name);
  }
  return { entities: parts.flatMap((part) => part.entities), migrations };
}
