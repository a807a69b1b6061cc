import { isIPv4 } from 'node:net';
import type { FileRead, ListPosition, Principal } from '@ostiary/plugin-api';
import { newId } from '../ids/new-id.js';
import type { Database, Em } from '../storage/database.js';
import { statement, timestamp } from '../storage/statement.js';
import type { FileTables } from './file-tables.js';

/** A file that is read. */
export interface ReadFile {
  readonly id: string;
  /** Whose it is; null of one that is nobody's. */
  readonly account: string | null;
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
  readonly outcome: FileRead['outcome'];
}

/** Who read which file of one sort, when, how much. A read of a file without an account is kept under the reader's. */
export class Downloads {
  constructor(
    private readonly database: Database,
    private readonly tables: FileTables,
  ) {}

  /** Notes a read before its first byte leaves; returns the entry's id. */
  async begin(
    { id: fileId, account }: ReadFile,
    reader: {
      readonly principal: Principal;
      readonly ip: string;
      readonly userAgent: string | null;
      readonly range: string | null;
    },
  ): Promise<string> {
    const id = newId('rd');
    const { files, reads, file } = this.tables;
    await statement(
      this.managerOf(account),
      `with counted as (update ${files} set read_count = read_count + 1 where id = $2 returning id)
       insert into ${reads} (id, ${file}, account_id, at, key_id, key_name, ip_prefix, user_agent, range, outcome)
       select $1, id, $8, statement_timestamp(), $3, $4, $5, $6, $7, 'started' from counted`,
      [
        id,
        fileId,
        reader.principal.keyId,
        reader.principal.keyName,
        ipPrefix(reader.ip),
        reader.userAgent?.slice(0, 200) ?? null,
        reader.range,
        account ?? reader.principal.accountId,
      ],
    );
    return id;
  }

  async end(account: string | null, id: string, bytesSent: number, outcome: FileRead['outcome']): Promise<void> {
    await statement(
      this.managerOf(account),
      `update ${this.tables.reads} set bytes_sent = $2::bigint, outcome = $3 where id = $1`,
      [id, bytesSent, outcome],
    );
  }

  /** Reads of a file, newest first. */
  async of({ id, account }: ReadFile, before: ListPosition | null, limit: number): Promise<FileRead[]> {
    const { reads, file } = this.tables;
    const rows = await statement<ReadRow>(
      this.managerOf(account),
      `select id, at, key_id, key_name, ip_prefix, user_agent, range, bytes_sent, outcome from ${reads}
       where ${file} = $1 and ($2::timestamptz is null or (at, id) < ($2::timestamptz, $3::text))
       order by at desc, id desc limit $4`,
      [id, before?.at.toISOString() ?? null, before?.id ?? null, limit],
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

  private managerOf(account: string | null): Em {
    return account === null ? this.database.asHost() : this.database.forAccount(account);
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
