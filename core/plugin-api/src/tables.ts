/** Names in the database that keep accounts apart; the host makes the roles and sets the setting. */
export const ROW_SECURITY = {
  /** Role of the service: it sees the rows of the account that is set, and without one none. */
  service: 'ostiary_service',
  /** Role of the host's own work across accounts. */
  host: 'ostiary_host',
  /** Setting that holds the account a transaction works for. */
  account: 'ostiary.account',
} as const;

/** What is used of a MikroORM migration. */
export interface MigrationLike {
  addSql(sql: string): void;
}

/** What is used of a MikroORM EntityManager. */
export interface ScopedManager {
  fork(): this;
  setSessionContext(context: { readonly variables?: Record<string, string>; readonly role?: string }): void;
}

/**
 * Puts a table under row-level security: what is done for an account sees, writes and deletes rows of that account only.
 * Every table of a plugin is named to this or to `sharedTable`, in the migration that makes it.
 * See docs/adr/0116.
 * @param table `schema.table`, made before in this migration
 * @param account the column with the account's id
 * @throws Error for a name that would have to be quoted
 */
export function tenantTable(migration: MigrationLike, table: string, account = 'account_id'): void {
  const mine = `${named(account, /^[a-z_][a-z0-9_]*$/)} = nullif(current_setting('${ROW_SECURITY.account}', true), '')`;
  for (const sql of [
    ...opened(table),
    `create policy tenant on ${table} to ${ROW_SECURITY.service} using (${mine}) with check (${mine})`,
    `create policy host on ${table} to ${ROW_SECURITY.host} using (true) with check (true)`,
  ])
    migration.addSql(sql);
}

/** Says of a table that its rows are nobody's own: every account may see all of them. See `tenantTable`. */
export function sharedTable(migration: MigrationLike, table: string): void {
  const roles = `${ROW_SECURITY.service}, ${ROW_SECURITY.host}`;
  for (const sql of [...opened(table), `create policy shared on ${table} to ${roles} using (true) with check (true)`])
    migration.addSql(sql);
}

/** Returns a fork of a MikroORM EntityManager that works for one account: all it reads and writes is that account's. */
export function forAccount<Em extends ScopedManager>(em: Em, accountId: string): Em {
  // Nothing and the empty text mean no account, which sees nothing: a caller who passes that has a mistake to hear of.
  if (accountId === '') throw new Error('work for an account needs its id');
  const scoped = em.fork();
  scoped.setSessionContext({ variables: { [ROW_SECURITY.account]: accountId } });
  return scoped;
}

/** Returns a fork of a MikroORM EntityManager for work that is no account's: a sweep of what has expired, a count of all. */
export function asHost<Em extends ScopedManager>(em: Em): Em {
  const scoped = em.fork();
  scoped.setSessionContext({ role: ROW_SECURITY.host });
  return scoped;
}

/** Row-level security on, and what both roles may do at all: without a policy that is still nothing. */
function opened(table: string): readonly string[] {
  const [schema] = named(table, /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/).split('.');
  const roles = `${ROW_SECURITY.service}, ${ROW_SECURITY.host}`;
  return [
    `alter table ${table} enable row level security`,
    `grant usage on schema ${schema} to ${roles}`,
    `grant usage on all sequences in schema ${schema} to ${roles}`,
    `grant select, insert, update, delete on ${table} to ${roles}`,
  ];
}

function named(name: string, form: RegExp): string {
  if (!form.test(name)) throw new Error(`${name} is no plain name of a table or column`);
  return name;
}
