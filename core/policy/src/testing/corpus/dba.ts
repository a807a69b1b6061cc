import type { Field } from '@ostiary/catalogue';
import type { CorpusEntry } from './entry.js';

const database: Field = {
  type: { kind: 'string', format: 'keyword', enum: ['prod', 'staging', 'dev'] },
  required: true,
};
const verbs = ['select', 'explain', 'insert', 'update', 'delete', 'drop', 'alter', 'truncate'];
const table: Field = {
  type: {
    kind: 'record',
    fields: {
      schema: { type: { kind: 'string', format: 'keyword' }, required: true, examples: ['public'] },
      name: { type: { kind: 'string', format: 'keyword' }, required: true, examples: ['orders'] },
    },
  },
  required: false,
};

export const dba: CorpusEntry = {
  name: 'dba',
  dialect: 2,
  text: `dialect 2;
policy "dba";
catalogue "db@5";
default refuse;
define reading = args.verb in ["select", "explain"]; // a keyword: DROP, drop, ' Drop ' are one value
@id("read") allow (tool == "run_sql") when { reading && (args.database != "prod" || (args has rows && args.rows <= 1000)) };
@id("write") confirm (tool == "run_sql")
  when { args.verb in ["insert", "update", "delete"] && args.table.schema != "audit" };
@id("ddl") refuse (tool in ["run_sql", "drop_table"])
  when { args.database == "prod" && (tool == "drop_table" || args.verb in ["drop", "alter", "truncate"]) }
  unless { principal.role == "dba" && now.hour >= 6 && now.hour < 20 };
@id("backup") refuse (tool == "restore_db") unless history { formerly within 24h by anyone backup_db.ok{ database: args.database } };
@id("grant") confirm (tool == "grant_role") when { args.role != "admin" };
never "admin is never granted by an agent": answer in ["allow", "confirm"] && tool == "grant_role" && args.role == "admin";
`,
  catalogue: {
    name: 'db',
    version: '5',
    principal: {
      kind: 'record',
      fields: { role: { type: { kind: 'string', format: 'keyword' }, required: false, examples: ['dba'] } },
    },
    tools: [
      {
        name: 'run_sql',
        classes: ['privileged', 'read', 'write'],
        args: {
          kind: 'record',
          fields: {
            database,
            verb: { type: { kind: 'string', format: 'keyword', enum: verbs }, required: true },
            table,
            rows: { type: { kind: 'int', min: 0, max: 1_000_000_000 }, required: false, examples: [200] },
          },
        },
        examples: [{ database: 'dev', verb: 'select', table: { schema: 'public', name: 'orders' }, rows: 200 }],
      },
      {
        name: 'drop_table',
        classes: ['irreversible', 'privileged', 'write'],
        args: { kind: 'record', fields: { database, table } },
      },
      {
        name: 'restore_db',
        classes: ['irreversible', 'privileged', 'write'],
        args: { kind: 'record', fields: { database } },
      },
      { name: 'backup_db', classes: ['read'], args: { kind: 'record', fields: { database } } },
      {
        name: 'grant_role',
        classes: ['privileged', 'write'],
        args: {
          kind: 'record',
          fields: {
            user: { type: { kind: 'string', format: 'keyword' }, required: true, examples: ['ann'] },
            role: { type: { kind: 'string', format: 'keyword', enum: ['reader', 'writer', 'admin'] }, required: true },
          },
        },
      },
    ],
  },
};
