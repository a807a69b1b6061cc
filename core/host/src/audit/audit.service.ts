import { Inject, Injectable } from '@nestjs/common';
import { canonicalJson } from '@ostiary/json';
import { type Audit, type AuditEntry, type Clock, Services, type Transaction } from '@ostiary/plugin-api';
import type { Em } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { BEGINNING, digestOf, HOST_CHAIN, type AuditRow } from './row.js';

const MOST_DETAIL = 4_096;

/** Adds to the record of who did what, in the caller's transaction. See docs/adr/0117. */
@Injectable()
export class AuditService implements Audit {
  constructor(@Inject(Services.clock) private readonly clock: Clock) {}

  async record(tx: Transaction, entry: AuditEntry): Promise<void> {
    const em = tx as unknown as Em;
    if (!em.isInTransaction()) throw new Error('an audit record is added in the transaction of what it records');
    const detail = canonicalJson(entry.detail ?? {});
    if (detail.length > MOST_DETAIL) throw new Error(`the detail of ${entry.action} is too large to be recorded`);
    const chain = entry.account ?? HOST_CHAIN;
    const head = await hold(em, chain, entry.account);
    const row: AuditRow = {
      chain,
      seq: head.seq + 1,
      account: entry.account,
      at: this.clock.now(),
      action: entry.action,
      subject: entry.subject,
      actor: { kind: entry.actor.kind, id: entry.actor.id },
      detail,
      previous: head.hash,
    };
    await add(em, row);
  }
}

/** Returns the end of a chain, which nobody else adds to until the transaction ends. */
async function hold(em: Em, chain: string, account: string | null): Promise<{ seq: number; hash: string }> {
  const [head] = await statement<{ seq: number | string; hash: string }>(
    em,
    `insert into core.audit_heads as h (chain, account_id, seq, hash) values ($1, $2, 0, $3)
     on conflict (chain) do update set seq = h.seq returning seq, hash`,
    [chain, account, BEGINNING],
  );
  if (head === undefined) throw new Error(`the chain ${chain} of the audit has no head`);
  return { seq: Number(head.seq), hash: head.hash };
}

async function add(em: Em, row: AuditRow): Promise<void> {
  await statement(
    em,
    `with added as (
       insert into core.audit (chain, seq, account_id, at, action, subject, actor_kind, actor_id, detail, previous, hash)
       values ($1, $2::bigint, $3, $4::timestamptz, $5, $6, $7, $8, $9, $10, $11) returning chain, seq, hash
     )
     update core.audit_heads h set seq = added.seq, hash = added.hash from added where h.chain = added.chain`,
    [
      row.chain,
      row.seq,
      row.account,
      row.at.toISOString(),
      row.action,
      row.subject,
      row.actor.kind,
      row.actor.id,
      row.detail,
      row.previous,
      digestOf(row),
    ],
  );
}
