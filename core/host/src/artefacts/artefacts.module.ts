import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { Services, type Clock, type Logger } from '@ostiary/plugin-api';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { Cursors } from '../http/cursors.js';
import { DATABASE, type Database } from '../storage/database.js';
import { ArtefactService } from './artefact.service.js';
import { DiskBlobStore } from './blobs/disk-blob-store.js';
import { ArtefactsController } from './http/artefacts.controller.js';
import { DownloadController } from './http/download.controller.js';
import { Downloads } from './downloads.js';
import { ArtefactRetention } from './retention.js';

/** Files that jobs made: where they are kept, download, access log. */
@Module({
  controllers: [ArtefactsController, DownloadController],
  providers: [
    {
      provide: ArtefactService,
      inject: [DATABASE, HOST_CONFIG],
      useFactory: (database: Database, config: HostConfig) =>
        new ArtefactService(database, new DiskBlobStore(join(config.dataDirectory, 'artefacts'))),
    },
    {
      provide: ArtefactRetention,
      inject: [DATABASE, ArtefactService, Services.clock, Services.log, HOST_CONFIG],
      useFactory: (database: Database, { blobs }: ArtefactService, clock: Clock, log: Logger, { limits }: HostConfig) =>
        new ArtefactRetention({ database, blobs, clock, log, recordDays: limits.artefactRecordDays }),
    },
    { provide: Downloads, inject: [DATABASE], useFactory: (database: Database) => new Downloads(database) },
    { provide: Cursors, inject: [SECRETS], useFactory: (secrets: Secrets) => new Cursors(secrets.signing.reveal()) },
  ],
  exports: [ArtefactService, ArtefactRetention],
})
export class ArtefactsModule {}
