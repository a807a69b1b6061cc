import { raw } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../ids/new-id.js';
import { HOST_CONFIG, type HostLimits } from '../config/host-config.js';
import { inTurn, storedBytes } from '../quotas/stored-bytes.js';
import { type Database, DATABASE } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { Upload } from './entities/upload.js';

/** What is said of a file before it is sent. */
export interface NewUpload {
  readonly accountId: string;
  readonly purpose: string;
  readonly mediaType: string;
  readonly fileName: string | null;
  readonly size: number;
  readonly sha256: string;
}

/** How long an upload can be filled, and how long it can be named again after it was named. */
const LIFE_HOURS = 24;
/** A writer says so again well within this; when it does not, it is dead and another may write. */
export const LEASE_SECONDS = 5;

const LIFE = `interval '${LIFE_HOURS} hours'`;
const LEASE = `interval '${LEASE_SECONDS} seconds'`;

const isUploadId = (id: string): boolean => /^upl_[0-9A-HJKMNP-TV-Z]{26}$/.test(id);

/** The rows of uploads. Every statement about one has its account in its condition; those of the housekeeper are about all accounts. */
@Injectable()
export class UploadStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(HOST_CONFIG) private readonly config: { readonly limits: Pick<HostLimits, 'openUploads' | 'uploadBytes'> },
  ) {}

  /** Makes room for a file; null when the account has as many open, or as many bytes, as it may. */
  open(upload: NewUpload): Promise<Upload | null> {
    const { limits } = this.config;
    return this.database.forAccount(upload.accountId).transactional(async (tx) => {
      await inTurn(tx, upload.accountId);
      const id = newId('upl');
      const made = await statement(
        tx,
        `with taken as (
           select count(*) filter (where completed_at is null) as open, ${storedBytes('$2')} as bytes
           from core.uploads where account_id = $2 and expires_at > statement_timestamp()
         )
         insert into core.uploads (id, account_id, purpose, media_type, file_name, size, sha256, created_at, expires_at)
         select $1, $2, $3, $4, $5, $6::bigint, $7, statement_timestamp(), statement_timestamp() + ${LIFE}
         from taken where open < $8::int and bytes + $6::bigint <= $9::bigint returning 1`,
        [
          id,
          upload.accountId,
          upload.purpose,
          upload.mediaType,
          upload.fileName,
          upload.size,
          upload.sha256,
          limits.openUploads,
          limits.uploadBytes,
        ],
      );
      return made.length === 0 ? null : tx.findOneOrFail(Upload, { id, accountId: upload.accountId });
    });
  }

  /** The account's upload, unless it has expired; null for another account's too, and for what is no id. */
  async find(accountId: string, id: string): Promise<Upload | null> {
    return isUploadId(id)
      ? this.database
          .forAccount(accountId)
          .findOne(Upload, { id, accountId, expiresAt: { $gt: raw('statement_timestamp()') } })
      : null;
  }

  /** Makes `writer` the one who writes, if nobody does; false when somebody else does, or the upload is not open. */
  async takeWriter({ accountId, id }: Upload, writer: string): Promise<boolean> {
    const taken = await statement(
      this.database.forAccount(accountId),
      `update core.uploads set writer = $3, writer_until = statement_timestamp() + ${LEASE}
       where id = $1 and account_id = $2 and completed_at is null and expires_at > statement_timestamp()
         and (writer is null or writer_until <= statement_timestamp()) returning 1`,
      [id, accountId, writer],
    );
    return taken.length > 0;
  }

  /** Says that `writer` still writes; false when it was taken for dead. */
  async renewWriter({ accountId, id }: Upload, writer: string): Promise<boolean> {
    const renewed = await statement(
      this.database.forAccount(accountId),
      `update core.uploads set writer_until = statement_timestamp() + ${LEASE}
       where id = $1 and account_id = $2 and writer = $3 returning 1`,
      [id, accountId, writer],
    );
    return renewed.length > 0;
  }

  async releaseWriter({ accountId, id }: Upload, writer: string): Promise<void> {
    await statement(
      this.database.forAccount(accountId),
      'update core.uploads set writer = null, writer_until = null where id = $1 and account_id = $2 and writer = $3',
      [id, accountId, writer],
    );
  }

  /** Notes that its bytes are whole and in their place. */
  async complete({ accountId, id }: Upload): Promise<void> {
    await statement(
      this.database.forAccount(accountId),
      `update core.uploads set completed_at = statement_timestamp(), writer = null, writer_until = null
       where id = $1 and account_id = $2 and completed_at is null`,
      [id, accountId],
    );
  }

  /**
   * Those of some ids that a job may be given: complete, of the account, not expired. They are kept for the life of an upload
   * from now on, and for as long as the job may take.
   */
  async keepFor(accountId: string, ids: readonly string[], jobMs: number): Promise<ReadonlyMap<string, Upload>> {
    const em = this.database.forAccount(accountId);
    const kept = await statement<{ id: string }>(
      em,
      `update core.uploads set expires_at = greatest(expires_at, statement_timestamp() + ${LIFE} + $3::bigint * interval '1 ms')
       where id = any($2::text[]) and account_id = $1 and completed_at is not null and expires_at > statement_timestamp()
       returning id`,
      [accountId, ids.filter(isUploadId), jobMs],
    );
    const found = await em.find(Upload, { accountId, id: { $in: kept.map(({ id }) => id) } });
    return new Map(found.map((upload) => [upload.id, upload]));
  }

  /** Drops the rows of uploads past their life that nobody writes, at most `limit`; returns their ids. */
  async dropExpired(limit: number): Promise<readonly string[]> {
    const dropped = await statement<{ id: string }>(
      this.database.asHost(),
      `delete from core.uploads where id in (
         select id from core.uploads where expires_at <= statement_timestamp()
           and (writer_until is null or writer_until <= statement_timestamp())
         limit $1 for update skip locked) returning id`,
      [limit],
    );
    return dropped.map(({ id }) => id);
  }

  /** Those of some ids that a row names. */
  async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await statement<{ id: string }>(
      this.database.asHost(),
      'select id from core.uploads where id = any($1::text[])',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
