import { describe, expect, it } from 'vitest';
import type { Call, Context, HistoryEvent } from '../../evaluate/types.js';
import { type Judgement, judgeOf } from '../judge.js';
import { dba } from './dba.js';

const TEXT = `dialect 2; policy "dba"; catalogue "db@5"; default refuse;
define reading = args.verb in ["select","explain"];          // keyword type: DROP, drop, ' Drop ' are one value
@id("read")    allow   (tool == "run_sql") when { reading && (args.database != "prod" || (args has rows && args.rows <= 1000)) };
@id("write")   confirm (tool == "run_sql") when { args.verb in ["insert","update","delete"] && args.table.schema != "audit" };
@id("ddl")     refuse  (tool in ["run_sql","drop_table"]) when { args.database == "prod" && (tool == "drop_table" || args.verb in ["drop","alter","truncate"]) }
               unless { principal.role == "dba" && now.hour >= 6 && now.hour < 20 };
@id("backup")  refuse  (tool == "restore_db") unless history { formerly within 24h by anyone backup_db.ok{ database: args.database } };
@id("grant")   confirm (tool == "grant_role") when { args.role != "admin" };
never "admin is never granted by an agent": answer in ["allow","confirm"] && tool == "grant_role" && args.role == "admin";
`;
const judge = judgeOf(TEXT, { catalogue: dba.catalogue });
const at = (hour: number, minute = 0, role?: string): Context => ({
  now: Date.UTC(2026, 2, 29, hour, minute),
  ...(role !== undefined && { principal: { role } }),
});
const NOON = at(12, 0, 'dba');
const HOUR = 3_600_000;
const sql = (verb: string | undefined, database: string | undefined, more: Call['args'] = {}): Call => ({
  tool: 'run_sql',
  // What is left out is not known yet.
  unknown: ['verb', 'database', 'table'],
  args: { ...(verb !== undefined && { verb }), ...(database !== undefined && { database }), ...more },
});
const drop = (database: string): Call => ({ tool: 'drop_table', args: { database } });
const restore: Call = { tool: 'restore_db', args: { database: 'prod' } };
const backup = (age: number, more: Partial<HistoryEvent> = {}): Context => ({
  now: Date.UTC(2026, 2, 29, 12),
  history: [
    { tool: 'backup_db', state: 'ok', at: Date.UTC(2026, 2, 29, 12) - age, args: { database: 'prod' }, ...more },
  ],
});
const table = (schema: string) => ({ table: { schema, name: 'orders' } });
const grant = (args: Call['args']): Call => ({
  tool: 'grant_role',
  args: { user: 'ann', ...args },
  unknown: ['role'],
});

const ALLOW: Judgement = ['allow', 'allowed', 'read'];
const NO_RULE: Judgement = ['refuse', 'no_rule'];
const CONFIRM: Judgement = ['confirm', 'confirm_required', 'write'];
const DDL: Judgement = ['refuse', 'refused', 'ddl'];
const DDL_UNDEFINED: Judgement = ['refuse', 'guard_undefined', 'ddl'];
const BACKUP: Judgement = ['refuse', 'refused', 'backup'];

describe('the dba policy', () => {
  it.each<[string, Call, Context, Judgement]>([
    ['reads outside prod', sql('select', 'dev'), NOON, ALLOW],
    ['verbs in any spelling', sql(' EXPLAIN\n', 'Dev'), NOON, ALLOW],
    ['reads in prod of a thousand rows', sql('select', 'prod', { rows: 1000 }), NOON, ALLOW],
    ['of one more', sql('select', 'prod', { rows: 1001 }), NOON, NO_RULE],
    ['reads in prod of unlimited rows: `has` is false, not undefined', sql('select', 'prod'), NOON, NO_RULE],
    ['database unknown, few rows: true on the other side', sql('select', undefined, { rows: 5 }), NOON, ALLOW],
    ['database unknown, rows unlimited: undefined allows nothing', sql('select', undefined), NOON, NO_RULE],
    [
      'no verb outside prod: `write` is undefined and fires, `ddl` is false by the database',
      sql(undefined, 'dev', table('public')),
      NOON,
      ['confirm', 'guard_undefined', 'write'],
    ],
    [
      'no verb in prod at night: `ddl` is undefined',
      sql(undefined, 'prod', table('public')),
      at(5, 0, 'dba'),
      DDL_UNDEFINED,
    ],
    ['a verb the catalogue has not', sql('merge', 'dev'), NOON, ['refuse', 'argument_ill_typed']],
    ['writes', sql('UPDATE', 'prod', table('public')), NOON, CONFIRM],
    ['writes to the audit', sql('update', 'dev', table('audit')), NOON, NO_RULE],
    ['to the audit in other spelling', sql('update', 'dev', table('AUDIT ')), NOON, NO_RULE],
    ['writes to an unknown table', sql('update', 'dev'), NOON, ['confirm', 'guard_undefined', 'write']],
    ['changes prod at night', sql('drop', 'prod'), at(5, 59, 'dba'), DDL],
    ['changes prod from six', sql('drop', 'prod'), at(6, 0, 'dba'), NO_RULE],
    ['until twenty', sql(' Truncate', 'PROD'), at(19, 59, 'dba'), NO_RULE],
    ['not at twenty', sql('alter', 'prod'), at(20, 0, 'dba'), DDL],
    ['changes prod as another', sql('drop', 'prod'), at(12, 0, 'agent'), DDL],
    ['as nobody known by day', sql('drop', 'prod'), at(12), DDL_UNDEFINED],
    ['as nobody known at night: false on the other side', sql('drop', 'prod'), at(5), DDL],
    ['at a time unknown', sql('drop', 'prod'), { principal: { role: 'DBA' } }, DDL_UNDEFINED],
    ['as another at a time unknown', sql('drop', 'prod'), { principal: { role: 'agent' } }, DDL],
    ['changes elsewhere', sql('drop', 'dev'), at(5), NO_RULE],
    ['drops a table of prod, which has no verb', drop('prod'), at(5, 0, 'dba'), DDL],
    ['by day as dba', drop('prod'), NOON, NO_RULE],
    ['drops one elsewhere', drop('staging'), at(5), NO_RULE],
    ['restores without a backup', restore, { now: 0, history: [] }, BACKUP],
    ['restores after one: the rule does not fire, and nothing allows', restore, backup(1), NO_RULE],
    ['after one of just a day ago', restore, backup(24 * HOUR), NO_RULE],
    ['after an older one', restore, backup(24 * HOUR + 1), BACKUP],
    ['after one of another database', restore, backup(1, { args: { database: 'dev' } }), BACKUP],
    ['after one in other spelling', restore, backup(1, { args: { database: 'Prod ' } }), NO_RULE],
    ['after one that was only asked for', restore, backup(1, { state: 'requested' }), BACKUP],
    ['after one of an unknown database', restore, backup(1, { args: {} }), ['refuse', 'guard_undefined', 'backup']],
    ['with an unknown history', restore, { now: 0 }, ['refuse', 'guard_undefined', 'backup']],
    ['grants', grant({ role: 'reader' }), NOON, ['confirm', 'confirm_required', 'grant']],
    ['grants admin', grant({ role: 'admin' }), NOON, NO_RULE],
    ['grants admin in other spelling', grant({ role: ' Admin' }), NOON, NO_RULE],
    ['grants nothing said', grant({}), NOON, ['confirm', 'guard_undefined', 'grant']],
  ])('%s', (_, call, context, expected) => expect(judge(call, context)).toEqual(expected));
});
