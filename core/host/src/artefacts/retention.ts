import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Logger, Services } from '@ostiary/plugin-api';
import { HOST_CONFIG } from '../config/host-config.js';
import type { Chore } from '../schedule/chore-run.js';
import { inBatches } from '../schedule/in-batches.js';
import { type Database, DATABASE } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { BLOB_STORE, type BlobStore, type StoredBlob } from './blobs/blob-store.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A blob without a row is one whose row is about to be written, or an orphan; after this long it is the latter. */
const ORPHAN_AGE_MS = HOUR_MS;
const DRAFT_AGE_MS = 6 * HOUR_MS;
/** Files removed, or looked up, in one step. */
const BATCH = 200;

/**
 * What ends the life of artefacts. The bytes go first, then the row says so, then, some days later, the row: killed in between,
 * the next run takes it up, and bytes that no row names are found by going through the store.
 */
@Injectable()
export class ArtefactRetention {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BLOB_STORE) private readonly blobs: BlobStore,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.log) private readonly log: Logger,
    @Inject(HOST_CONFIG) private readonly config: { readonly limits: { readonly artefactRecordDays: number } },
  ) {}

  chores(): readonly Chore[] {
    return [
      { name: 'core/expired artefacts', on: 'one', everyMs: MINUTE_MS, run: () => this.removeExpired() },
      { name: 'core/records of artefacts', on: 'one', everyMs: MINUTE_MS, run: () => this.dropRecords() },
      { name: 'core/orphaned artefacts', on: 'one', everyMs: HOUR_MS, run: () => this.removeOrphans() },
    ];
  }

  /** Removes the bytes of artefacts past their retention. One whose bytes cannot be removed is tried again in the next run. */
  async *removeExpired(): AsyncGenerator<void> {
    const em = this.database.asHost();
    for (let last = ''; ;) {
      const ended = await statement<{ id: string }>(
        em,
        `select id from core.artefacts where removed_at is null and expires_at <= statement_timestamp() and id > $1
         order by id limit $2`,
        [last, BATCH],
      );
      const removed = await this.remove(ended.map(({ id }) => id));
      await statement(
        em,
        'update core.artefacts set removed_at = statement_timestamp() where id = any($1::text[]) and removed_at is null',
        [removed],
      );
      last = ended.at(-1)?.id ?? last;
      if (ended.length < BATCH) return;
      yield;
    }
  }

  /** Drops the records of artefacts whose bytes are long gone: the log of their reads, then the rows that have none left. */
  async *dropRecords(): AsyncGenerator<void> {
    const em = this.database.asHost();
    const over = `a.removed_at is not null and a.expires_at <= statement_timestamp() - $2::int * interval '1 day'`;
    for (const text of [
      `delete from core.artefact_reads where id in (
         select r.id from core.artefacts a join core.artefact_reads r on r.artefact_id = a.id
         where ${over} limit $1 for update of r skip locked) returning 1`,
      `delete from core.artefacts where id in (
         select id from core.artefacts a where ${over}
           and not exists (select 1 from core.artefact_reads r where r.artefact_id = a.id)
         limit $1 for update skip locked) returning 1`,
    ])
      yield* inBatches(em, text, [this.config.limits.artefactRecordDays]);
  }

  /** Removes the drafts of dead attempts, and bytes that no row names. */
  async *removeOrphans(): AsyncGenerator<void> {
    const { blobs, clock } = this;
    await blobs.sweepUncommitted(new Date(clock.now().getTime() - DRAFT_AGE_MS));
    const before = clock.now().getTime() - ORPHAN_AGE_MS;
    let old: string[] = [];
    let seen = 0;
    for await (const blob of blobs.list()) {
      if (isOld(blob, before)) old.push(blob.id);
      if (++seen % BATCH !== 0) continue;
      await this.removeUnnamed(old);
      old = [];
      yield;
    }
    await this.removeUnnamed(old);
  }

  private async removeUnnamed(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await statement<{ id: string }>(
      this.database.asHost(),
      'select id from core.artefacts where id = any($1::text[]) and removed_at is null',
      [ids],
    );
    const named = new Set(rows.map(({ id }) => id));
    await this.remove(ids.filter((id) => !named.has(id)));
  }

  /** Returns those that are gone now. */
  private async remove(ids: readonly string[]): Promise<string[]> {
    const removed: string[] = [];
    for (const id of ids) {
      try {
        await this.blobs.remove(id);
        removed.push(id);
      } catch (error) {
        this.log.error({ err: error, artefact: id }, 'the bytes of an artefact could not be removed');
      }
    }
    return removed;
  }
}

const isOld = (blob: StoredBlob, before: number): boolean => blob.modifiedAt.getTime() < before;
