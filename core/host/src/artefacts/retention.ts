import type { Clock, Logger } from '@ostiary/plugin-api';
import type { Chore } from '../schedule/chore-run.js';
import { inBatches } from '../schedule/in-batches.js';
import type { Database } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import type { BlobStore, StoredBlob } from './blobs/blob-store.js';
import type { FileTables } from './file-tables.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A blob without a row waits for its row or is an orphan; after this time it counts as an orphan. */
const ORPHAN_AGE_MS = HOUR_MS;
const DRAFT_AGE_MS = 6 * HOUR_MS;
/** Files removed, or looked up, in one step. */
const BATCH = 200;

/** How long the record of a file is kept after its bytes are gone. */
export interface RecordLife {
  readonly limits: { readonly artefactRecordDays: number };
}

/**
 * Removes files of one sort when their retention ends. The bytes go first, then the row says so, then, some days later, the row: killed in between,
 * the next run takes it up, and bytes that no row names are found by going through the store.
 */
export class Retention {
  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly config: RecordLife,
    private readonly tables: FileTables,
  ) {}

  /** @param many what the files are called in the names of the chores */
  protected choresOf(many: string): readonly Chore[] {
    return [
      { name: `core/expired ${many}`, on: 'one', everyMs: MINUTE_MS, run: () => this.removeExpired() },
      { name: `core/records of ${many}`, on: 'one', everyMs: MINUTE_MS, run: () => this.dropRecords() },
      { name: `core/orphaned ${many}`, on: 'one', everyMs: HOUR_MS, run: () => this.removeOrphans() },
    ];
  }

  /** Removes the bytes of files past their retention. One whose bytes cannot be removed is tried again in the next run. */
  async *removeExpired(): AsyncGenerator<void> {
    const em = this.database.asHost();
    const { files } = this.tables;
    for (let last = ''; ;) {
      const ended = await statement<{ id: string }>(
        em,
        `select id from ${files} where removed_at is null and expires_at <= statement_timestamp() and id > $1
         order by id limit $2`,
        [last, BATCH],
      );
      const removed = await this.remove(ended.map(({ id }) => id));
      await statement(
        em,
        `update ${files} set removed_at = statement_timestamp() where id = any($1::text[]) and removed_at is null`,
        [removed],
      );
      last = ended.at(-1)?.id ?? last;
      if (ended.length < BATCH) return;
      yield;
    }
  }

  /** Drops the records of files whose bytes are long gone: the log of their reads, then the rows that have none left. */
  async *dropRecords(): AsyncGenerator<void> {
    const em = this.database.asHost();
    const { files, reads, file } = this.tables;
    const over = `f.removed_at is not null and f.expires_at <= statement_timestamp() - $2::int * interval '1 day'`;
    for (const text of [
      `delete from ${reads} where id in (
         select r.id from ${files} f join ${reads} r on r.${file} = f.id
         where ${over} limit $1 for update of r skip locked) returning 1`,
      `delete from ${files} where id in (
         select id from ${files} f where ${over}
           and not exists (select 1 from ${reads} r where r.${file} = f.id)
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
      `select id from ${this.tables.files} where id = any($1::text[]) and removed_at is null`,
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
        this.log.error({ err: error, file: id }, `the bytes of ${this.tables.noun} could not be removed`);
      }
    }
    return removed;
  }
}

const isOld = (blob: StoredBlob, before: number): boolean => blob.modifiedAt.getTime() < before;
