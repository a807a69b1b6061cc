import { ROW_SECURITY } from '@ostiary/plugin-api';
import type { Em } from './database.js';
import { statement } from './statement.js';

/** A table whose rows are not kept apart by account, and what is wrong with it. */
export interface OpenTable {
  readonly schema: string;
  readonly table: string;
  readonly fault: string;
}

interface Relation {
  readonly schema: string;
  readonly table: string;
  /** `r` and `p` are tables, `v` a view, `m` a materialised one. */
  readonly kind: string;
  readonly secured: boolean;
  readonly has_account: boolean;
  /** A view that reads with the rights of whoever asks it. */
  readonly asks_as_caller: boolean;
  readonly policies: readonly Policy[];
}

interface Policy {
  readonly name: string;
  readonly roles: readonly string[];
  /** `*` for every command. */
  readonly command: string;
  readonly using: string | null;
  readonly check: string | null;
}

/** How PostgreSQL prints what `tenantTable` of the plugin api writes. */
const MINE = new RegExp(
  `^\\([a-z_][a-z0-9_]* = NULLIF\\(current_setting\\('${ROW_SECURITY.account.replace('.', '\\.')}'::text, true\\), ''::text\\)\\)$`,
);

/** Returns the tables of the given schemas that were named to neither `tenantTable` nor `sharedTable`, or changed since. */
export async function openTables(em: Em, schemas: readonly string[]): Promise<readonly OpenTable[]> {
  const relations = await statement<Relation>(
    em,
    `select n.nspname as schema, c.relname as table, c.relkind as kind, c.relrowsecurity as secured,
       exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped) as has_account,
       coalesce('security_invoker=true' = any(c.reloptions), false) as asks_as_caller,
       (select coalesce(json_agg(json_build_object('name', p.polname, 'command', p.polcmd,
            'roles', (select json_agg(r.rolname order by r.rolname) from pg_roles r where r.oid = any(p.polroles)),
            'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)) order by p.polname), '[]')
        from pg_policy p where p.polrelid = c.oid) as policies
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1, 2`,
    [schemas],
  );
  return relations.flatMap((relation) => {
    const fault = faultOf(relation);
    return fault === null ? [] : [{ schema: relation.schema, table: relation.table, fault }];
  });
}

function faultOf(relation: Relation): string | null {
  if (relation.kind === 'v')
    return relation.asks_as_caller ? null : 'is a view without security_invoker, which sees the rows of every account';
  if (relation.kind === 'm' || relation.kind === 'f')
    return 'is a materialised view or a foreign table, which row-level security does not cover';
  if (!relation.secured) return 'has no row-level security: its migration names it to tenantTable or sharedTable';
  const [first, second, ...more] = relation.policies;
  if (more.length > 0) return 'has policies of its own, which add to what an account sees';
  if (first?.name === 'shared' && second === undefined) {
    if (relation.has_account) return 'has a column account_id and is named to sharedTable';
    return isFor(first, [ROW_SECURITY.host, ROW_SECURITY.service], isTrue) ? null : 'has a policy that was changed';
  }
  return isFor(first, [ROW_SECURITY.host], isTrue) && isFor(second, [ROW_SECURITY.service], (text) => MINE.test(text))
    ? null
    : 'lacks the policies that tenantTable writes';
}

const isTrue = (text: string): boolean => text === 'true';

function isFor(policy: Policy | undefined, roles: readonly string[], says: (text: string) => boolean): boolean {
  return (
    policy !== undefined &&
    policy.command === '*' &&
    policy.roles.join() === roles.join() &&
    says(policy.using ?? '') &&
    says(policy.check ?? '')
  );
}
