/** Takes row-level security off an open database, and off every statement what sets the account: what the service would be without it. For measuring alone. */
const at = (path) => import(new URL(`../../core/host/dist/storage/${path}`, import.meta.url).href);

/** @param {{ plain: { fork(): any } }} database */
export async function withoutRowSecurity(database) {
  const owner = database.plain.fork();
  owner.setSessionContext({ role: 'none' });
  const tables = await owner.execute(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relrowsecurity`,
  );
  for (const { name } of tables) await owner.execute(`alter table ${name} disable row level security`);

  const { PreparedPglite } = await at('prepared-pglite.js');
  const { run } = PreparedPglite.prototype;
  // As in a transaction, which has its scope already; the lock of a statement is taken as before.
  PreparedPglite.prototype.run = function bare(text, values, scope, inTransaction) {
    return inTransaction
      ? run.call(this, text, values, scope, true)
      : this.pglite._runExclusiveTransaction(() => run.call(this, text, values, scope, true));
  };
  const { PreparedPostgres } = await at('prepared-postgres.js');
  const names = new Map();
  PreparedPostgres.prototype.run = async function bare(text, values) {
    const name = names.get(text) ?? `bare_${names.size}`;
    names.set(text, name);
    return (await this.pool.query({ name, text, values: [...values] })).rows;
  };
}
