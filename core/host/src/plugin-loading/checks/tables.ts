import type { PluginRegistry } from '../../plugins/registry.js';
import type { Database } from '../../storage/database.js';
import { openTables } from '../../storage/open-tables.js';
import { PluginsRefused } from '../refusal.js';

/**
 * Refuses plugins with tables in which accounts are not kept apart. Asked of the database itself, after the migrations: what a
 * migration makes is known to nobody before it has run.
 * @throws PluginsRefused `table_open`
 */
export async function requireClosedTables(registry: PluginRegistry, database: Database): Promise<void> {
  const packages = new Map(
    registry.plugins.flatMap(({ definition, packageName }) =>
      definition.storage ? [[definition.storage.schema, packageName] as const] : [],
    ),
  );
  if (packages.size === 0) return;
  const open = await openTables(database.asHost(), [...packages.keys()]);
  if (open.length === 0) return;
  throw new PluginsRefused(
    open.map(({ schema, table, fault }) => ({
      code: 'table_open',
      plugin: packages.get(schema) ?? schema,
      message: `the table ${schema}.${table} ${fault}`,
    })),
  );
}
