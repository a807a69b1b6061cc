import { ROW_SECURITY } from '@ostiary/plugin-api';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { EnvironmentError } from '../config/environment.js';

const ROLES = [ROW_SECURITY.service, ROW_SECURITY.host] as const;

/**
 * Makes the two roles under which the service works, where the server does not have them, and sees that this connection may take them.
 * Roles belong to the server, not to a database: other deployments on it use the same ones. See docs/adr/0116.
 * @param owner a transaction of the user who connects and owns the tables
 * @throws EnvironmentError when that user may not make them, or one could pass by row-level security
 */
export async function ensureRoles(owner: SqlEntityManager): Promise<void> {
  const there = await rolesOf(owner);
  for (const role of ROLES) if (!there.has(role)) await make(owner, role);
  for (const [role, passesBy] of await rolesOf(owner)) {
    if (!passesBy) continue;
    throw new EnvironmentError([
      `OSTIARY_DATABASE_URL: the role ${role} of the database server may pass by row-level security. Let an administrator run: alter role ${role} nosuperuser nobypassrls;`,
    ]);
  }
  for (const role of ROLES)
    if (!(await canTake(owner, role))) await tryAs(owner, role, `grant ${role} to current_user`);
}

/** Of the two roles those that are there, and whether each passes by row-level security. */
async function rolesOf(owner: SqlEntityManager): Promise<Map<string, boolean>> {
  const rows = await owner.execute<{ name: string; passes: boolean }[]>(
    'select rolname as name, rolsuper or rolbypassrls as passes from pg_roles where rolname in (?, ?)',
    [...ROLES],
  );
  return new Map(rows.map(({ name, passes }) => [name, passes]));
}

/** Another deployment on the same server may make it in the same instant: then it is there, which is all that is wanted. */
function make(owner: SqlEntityManager, role: string): Promise<void> {
  return tryAs(
    owner,
    role,
    `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
  );
}

async function canTake(owner: SqlEntityManager, role: string): Promise<boolean> {
  try {
    await owner.transactional(async (attempt) => {
      await attempt.execute(`set local role ${role}`);
      await attempt.execute('set local role none');
    });
    return true;
  } catch (error) {
    if (isNotPermitted(error)) return false;
    throw error;
  }
}

async function tryAs(owner: SqlEntityManager, role: string, sql: string): Promise<void> {
  try {
    await owner.transactional((attempt) => attempt.execute(sql));
  } catch (error) {
    if (!isNotPermitted(error)) throw error;
    const [user] = await owner.execute<{ name: string }[]>('select session_user as name');
    throw new EnvironmentError([
      `OSTIARY_DATABASE_URL: ${user?.name} may not make or take the role ${role}, under which the service keeps accounts apart. ` +
        `Let an administrator of the server run once:\n${forAdministrator(user?.name ?? '')}`,
    ]);
  }
}

/** What an administrator runs where the service's own user may not make roles. */
function forAdministrator(user: string): string {
  return [...ROLES.map((role) => `  create role ${role} nologin;`), `  grant ${ROLES.join(', ')} to "${user}";`].join(
    '\n',
  );
}

/** SQLSTATE 42501, however deep the driver wrapped it. */
function isNotPermitted(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: unknown }).code === '42501') return true;
  return false;
}
