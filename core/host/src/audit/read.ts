import type { AuditActor } from '@ostiary/plugin-api';
import type { Em } from '../storage/database.js';
import { statement, timestamp } from '../storage/statement.js';
import type { AuditRow } from './row.js';

/** A row as it is kept, with the digest it was given. */
export interface KeptRow extends AuditRow {
  readonly hash: string;
}

/** The end of a chain. */
export interface ChainHead {
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
}

interface Row {
  readonly chain: string;
  readonly seq: number | string;
  readonly account_id: string | null;
  readonly at: string | Date;
  readonly action: string;
  readonly subject: string;
  readonly actor_kind: AuditActor['kind'];
  readonly actor_id: string | null;
  readonly detail: string;
  readonly previous: string;
  readonly hash: string;
}

const COLUMNS = 'chain, seq, account_id, at, action, subject, actor_kind, actor_id, detail, previous, hash';

/** Rows of a chain after number `after`, in order, up to its head as it was read. */
export async function rowsAfter(em: Em, head: ChainHead, after: number, limit: number): Promise<KeptRow[]> {
  const rows = await statement<Row>(
    em,
    `select ${COLUMNS} from core.audit where chain = $1 and seq > $2::bigint and seq <= $3::bigint order by seq limit $4`,
    [head.chain, after, head.seq, limit],
  );
  return rows.map(toRow);
}

/** The newest rows, of one chain or of all. */
export async function newestRows(em: Em, chain: string | null, limit: number): Promise<KeptRow[]> {
  const rows = await statement<Row>(
    em,
    `select ${COLUMNS} from core.audit where $1::text is null or chain = $1 order by at desc, chain, seq desc limit $2`,
    [chain, limit],
  );
  return rows.map(toRow);
}

/** The ends of all chains. */
export async function heads(em: Em): Promise<ChainHead[]> {
  const rows = await statement<{ chain: string; seq: number | string; hash: string }>(
    em,
    'select chain, seq, hash from core.audit_heads order by chain',
  );
  return rows.map(({ chain, seq, hash }) => ({ chain, seq: Number(seq), hash }));
}

/** Rows numbered after the end of their chain: no recorded row can have such a number. */
export async function rowsBehindHeads(em: Em, limit: number): Promise<Pick<ChainHead, 'chain' | 'seq'>[]> {
  const rows = await statement<{ chain: string; seq: number | string }>(
    em,
    `select r.chain, r.seq from core.audit r left join core.audit_heads h on h.chain = r.chain
     where r.seq > coalesce(h.seq, 0) order by r.chain, r.seq limit $1`,
    [limit],
  );
  return rows.map(({ chain, seq }) => ({ chain, seq: Number(seq) }));
}

function toRow(row: Row): KeptRow {
  return {
    chain: row.chain,
    seq: Number(row.seq),
    account: row.account_id,
    at: timestamp(row.at),
    action: row.action,
    subject: row.subject,
    actor: { kind: row.actor_kind, id: row.actor_id },
    detail: row.detail,
    previous: row.previous,
    hash: row.hash,
  };
}
