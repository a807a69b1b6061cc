import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Logger, Services } from '@ostiary/plugin-api';
import type { BlobStore } from '../artefacts/blobs/blob-store.js';
import { type RecordLife, Retention } from '../artefacts/retention.js';
import { HOST_CONFIG } from '../config/host-config.js';
import type { Chore } from '../schedule/chore-run.js';
import { type Database, DATABASE } from '../storage/database.js';
import { FILE_BLOBS, STORED_FILE_TABLES } from './places.js';

/** Removes files that are kept for plugins when they expire, and later their records. */
@Injectable()
export class FileRetention extends Retention {
  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(FILE_BLOBS) blobs: BlobStore,
    @Inject(Services.clock) clock: Clock,
    @Inject(Services.log) log: Logger,
    @Inject(HOST_CONFIG) config: RecordLife,
  ) {
    super(database, blobs, clock, log, config, STORED_FILE_TABLES);
  }

  chores(): readonly Chore[] {
    return this.choresOf('files of plugins');
  }
}
