import type { Database } from '@ostiary/host';

/**
 * A unit of work of the user who owns the tables, past row-level security and what the service may do: to make tables, to look into
 * them as an administrator can, and to change what nobody should.
 */
export function asOwner(database: Database): ReturnType<Database['asHost']> {
  const em = database.plain.fork();
  // PostgreSQL's word for the user of the session.
  em.setSessionContext({ role: 'none' });
  return em;
}
