import { isIPv4 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@ostiary/plugin-api';
import { ulid } from 'ulid';
import { type Database, DATABASE } from '../storage/database.js';
import { statement, timestamp } from '../storage/statement.js';
import type { ReadOutcome } from './entities/artefact-read.js';

export interface ReadEntry {
  readonly id: string;
  readonly at: Date;
  readonly keyId: string;
  readonly keyName: string;
  readonly ipPrefix: string;
  readonly userAgent: string | null;
  readonly range: string | null;
  readonly bytesSent: number;
  readonly outcome: ReadOutcome;
}

interface ReadRow {
  readonly id: string;
  readonly at: string | Date;
  readonly key_id: string;
  readonly key_name: string;
  readonly ip_prefix: string;
  readonly user_agent: string | null;
  readonly range: string | null;
  readonly bytes_sent: number | string;
  readonly outcome: ReadOutcome;
}

/** Who read which artefact, when, how much. */
@Injectable()
export class Downloads {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Notes a read before its first byte leaves; answers the entry's id. */
  async begin(
    artefactId: string,
    reader: {
      readonly principal: Principal;
      readonly ip: string;
      readonly userAgent: string | null;
      readonly range: string | null;
    },
  ): Promise<string> {
    const id = `rd_${ulid()}`;
    await statement(
      this.database.forAccount(reader.principal.accountId),
      `with counted as (update core.artefacts set read_count = read_count + 1 where id = $2 returning id, account_id)
       insert into core.artefact_reads (id, artefact_id, account_id, at, key_id, key_name, ip_prefix, user_agent, range, outcome)
       select $1, id, account_id, statement_timestamp(), $3, $4, $5, $6, $7, 'started' from counted`,
      [
        id,
        artefactId,
        reader.principal.keyId,
        reader.principal.keyName,
        ipPrefix(reader.ip),
        reader.userAgent?.slice(0, 200) ?? null,
        reader.range,
      ],
    );
    return id;
  }

  async end(accountId: string, id: string, bytesSent: number, outcome: ReadOutcome): Promise<void> {
    await statement(
      this.database.forAccount(accountId),
      'update core.artefact_reads set bytes_sent = $2::bigint, outcome = $3 where id = $1',
      [id, bytesSent, outcome],
    );
  }

  /** Reads of an artefact, newest first. */
  async of(
    accountId: string,
    artefactId: string,
    before: { readonly at: Date; readonly id: string } | null,
    limit: number,
  ): Promise<ReadEntry[]> {
    const rows = await statement<ReadRow>(
      this.database.forAccount(accountId),
      `select id, at, key_id, key_name, ip_prefix, user_agent, range, bytes_sent, outcome from core.artefact_reads
       where artefact_id = $1 and ($2::timestamptz is null or (at, id) < ($2::timestamptz, $3::text))
       order by at desc, id desc limit $4`,
      [artefactId, before?.at.toISOString() ?? null, before?.id ?? null, limit],
    );
    return rows.map((row) => ({
      id: row.id,
      at: timestamp(row.at),
      keyId: row.key_id,
      keyName: row.key_name,
      ipPrefix: row.ip_prefix,
      userAgent: row.user_agent,
      range: row.range,
      bytesSent: Number(row.bytes_sent),
      outcome: row.outcome,
    }));
  }
}

/** The network an address is in, not the address: /24 of IPv4 (also when mapped into IPv6), /48 of IPv6. */
export function ipPrefix(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after);
  }
  const kept = groups.slice(0, 3).map((group) => group.replace(/^0+(?=.)/, ''));
  return kept.length === 3 ? `${kept.join(':')}::/48` : 'unknown';
}
