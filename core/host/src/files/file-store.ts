import { raw } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import { type FilesPage, type NewFile, ProblemError, type StoredFile, type Transaction } from '@ostiary/plugin-api';
import { HOST_CONFIG, type HostLimits } from '../config/host-config.js';
import { inTurn, storedBytes } from '../quotas/stored-bytes.js';
import { type Database, DATABASE, type Em } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { StoredFileRow } from './entities/stored-file.js';

/** What the bytes of a file turned out to be. */
export interface Written {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
}

/** Whose files are asked for. */
export interface Owner {
  readonly plugin: string;
  /** Null: those of the deployment, which are read and written as the host. */
  readonly account: string | null;
}

const isFileId = (id: string): boolean => /^fil_[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
const alive = () => ({ $or: [{ expiresAt: null }, { expiresAt: { $gt: raw('statement_timestamp()') } }] });

/** The rows of files that are kept for plugins. */
@Injectable()
export class FileStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(HOST_CONFIG) private readonly config: { readonly limits: Pick<HostLimits, 'uploadBytes'> },
  ) {}

  /** Bytes that may be stored for the account now. What is the deployment's own has no bound. */
  async room(owner: Owner, within?: Transaction): Promise<number> {
    if (owner.account === null) return Number.POSITIVE_INFINITY;
    const [row] = await statement<{ bytes: number | string }>(
      this.managerOf(owner, within),
      `select ${storedBytes('$1')} as bytes`,
      [owner.account],
    );
    return this.config.limits.uploadBytes - Number(row?.bytes);
  }

  /** @throws ProblemError `upload_quota` when the account has no room for it */
  add(owner: Owner, file: NewFile, written: Written, within?: Transaction): Promise<StoredFile> {
    const em = this.managerOf(owner, within);
    const insert = (tx: Em): Promise<StoredFile> => this.insert(tx, owner, file, written);
    return em.isInTransaction() ? insert(em) : em.transactional(insert);
  }

  private async insert(em: Em, owner: Owner, file: NewFile, written: Written): Promise<StoredFile> {
    const { id, size, sha256 } = written;
    if (owner.account !== null) await inTurn(em, owner.account);
    const added = await statement(
      em,
      `insert into core.stored_files (id, plugin, account_id, kind, name, media_type, size, sha256, created_at, expires_at)
       select $1, $2, $3, $4, $5, $6, $7::bigint, $8, statement_timestamp(), $9::timestamptz
       where $3::text is null or ${storedBytes('$3')} + $7::bigint <= $10::bigint returning 1`,
      [
        id,
        owner.plugin,
        owner.account,
        file.kind,
        file.name,
        file.mediaType,
        size,
        sha256,
        file.expiresAt?.toISOString() ?? null,
        this.config.limits.uploadBytes,
      ],
    );
    if (added.length === 0) throw new ProblemError('upload_quota');
    return toFile(await em.findOneOrFail(StoredFileRow, { id, ...ownedBy(owner) }));
  }

  /** The owner's file, unless it has expired; null for another's, and for what is no id. */
  async find(owner: Owner, id: string): Promise<StoredFile | null> {
    if (!isFileId(id)) return null;
    const found = await this.managerOf(owner).findOne(StoredFileRow, { id, ...ownedBy(owner), ...alive() });
    return found && toFile(found);
  }

  /** Newest first. */
  async list(
    owner: Owner,
    { kind, after, limit }: FilesPage & { readonly kind?: string },
  ): Promise<readonly StoredFile[]> {
    const rows = await this.managerOf(owner).find(
      StoredFileRow,
      {
        $and: [
          { ...ownedBy(owner), ...(kind !== undefined && { kind }) },
          alive(),
          after === null
            ? {}
            : { $or: [{ createdAt: { $lt: after.at } }, { createdAt: after.at, id: { $lt: after.id } }] },
        ],
      },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit },
    );
    return rows.map(toFile);
  }

  /** Lets a file expire now: its bytes go with those of all others that did. False when there is none. */
  async expire(owner: Owner, id: string, within?: Transaction): Promise<boolean> {
    if (!isFileId(id)) return false;
    const expired = await statement(
      this.managerOf(owner, within),
      `update core.stored_files set expires_at = statement_timestamp()
       where id = $1 and plugin = $2 and ${owner.account === null ? 'account_id is null and $3::text is null' : 'account_id = $3'}
         and (expires_at is null or expires_at > statement_timestamp()) returning 1`,
      [id, owner.plugin, owner.account],
    );
    return expired.length > 0;
  }

  /** Whether it is the owner's, expired or not. */
  async knows(owner: Owner, id: string): Promise<boolean> {
    return isFileId(id) && (await this.managerOf(owner).count(StoredFileRow, { id, ...ownedBy(owner) })) > 0;
  }

  /** @throws Error when `within` is no open transaction */
  private managerOf({ account }: Owner, within?: Transaction): Em {
    if (within === undefined) return account === null ? this.database.asHost() : this.database.forAccount(account);
    if (!within.isInTransaction())
      throw new Error('a file is kept or removed within an open transaction, or without one');
    return within as unknown as Em;
  }
}

const ownedBy = ({ plugin, account }: Owner) => ({ plugin, accountId: account });

function toFile(row: StoredFileRow): StoredFile {
  return {
    id: row.id,
    account: row.accountId ?? null,
    kind: row.kind,
    name: row.name,
    mediaType: row.mediaType,
    size: row.size,
    sha256: row.sha256,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt ?? null,
    readCount: row.readCount,
  };
}
