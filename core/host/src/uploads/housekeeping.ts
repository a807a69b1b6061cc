import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Logger, Services } from '@ostiary/plugin-api';
import type { BlobStore, StoredBlob } from '../artefacts/blobs/blob-store.js';
import type { Chore } from '../schedule/chore-run.js';
import { UploadStore } from './store.js';
import { UPLOAD_BLOBS } from './upload-blobs.js';

const MINUTE_MS = 60_000;
/** Bytes without a row are those of an upload that expired while they were written, or whose removal was cut short. */
const ORPHAN_AGE_MS = 30 * MINUTE_MS;
const BATCH = 200;

/** Removes uploads that have expired. The row goes first, then the bytes; bytes that a killed process left are found by going through the store. */
@Injectable()
export class UploadHousekeeping {
  constructor(
    @Inject(UploadStore) private readonly store: UploadStore,
    @Inject(UPLOAD_BLOBS) private readonly blobs: BlobStore,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  chores(): readonly Chore[] {
    return [
      { name: 'core/expired uploads', on: 'one', everyMs: MINUTE_MS, run: () => this.removeExpired() },
      { name: 'core/orphaned uploads', on: 'one', everyMs: 15 * MINUTE_MS, run: () => this.removeOrphans() },
    ];
  }

  /** Removes uploads past their life. */
  async *removeExpired(): AsyncGenerator<void> {
    for (;;) {
      const dropped = await this.store.dropExpired(BATCH);
      await this.remove(dropped);
      if (dropped.length < BATCH) return;
      yield;
    }
  }

  /** Removes bytes, whole or half written, that no row names. */
  async *removeOrphans(): AsyncGenerator<void> {
    const { blobs, clock } = this;
    const before = new Date(clock.now().getTime() - ORPHAN_AGE_MS);
    for (const found of [blobs.drafts(), blobs.list()]) {
      let old: string[] = [];
      for await (const blob of found) {
        if (!isOld(blob, before) || old.push(blob.id) < BATCH) continue;
        await this.removeUnknown(old);
        old = [];
        yield;
      }
      await this.removeUnknown(old);
    }
  }

  private async removeUnknown(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const known = await this.store.known(ids);
    await this.remove(ids.filter((id) => !known.has(id)));
  }

  private async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        await this.blobs.remove(id);
      } catch (error) {
        this.log.error({ err: error, upload: id }, 'the bytes of an upload could not be removed');
      }
    }
  }
}

const isOld = ({ modifiedAt }: StoredBlob, before: Date): boolean => modifiedAt < before;
