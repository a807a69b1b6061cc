import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Logger, Services } from '@ostiary/plugin-api';
import { HOST_CONFIG } from '../config/host-config.js';
import type { Chore } from '../schedule/chore-run.js';
import { type Database, DATABASE } from '../storage/database.js';
import { BLOB_STORE, type BlobStore } from './blobs/blob-store.js';
import { ARTEFACT_TABLES } from './file-tables.js';
import { type RecordLife, Retention } from './retention.js';

/** Removes artefacts when their retention ends, and later their records. */
@Injectable()
export class ArtefactRetention extends Retention {
  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(BLOB_STORE) blobs: BlobStore,
    @Inject(Services.clock) clock: Clock,
    @Inject(Services.log) log: Logger,
    @Inject(HOST_CONFIG) config: RecordLife,
  ) {
    super(database, blobs, clock, log, config, ARTEFACT_TABLES);
  }

  chores(): readonly Chore[] {
    return this.choresOf('artefacts');
  }
}
