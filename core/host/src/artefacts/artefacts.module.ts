import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { Services, type Clock, type Logger } from '@ostiary/plugin-api';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../assemble/registry.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { Cursors } from '../jobs/http/cursor.js';
import { JobSignals } from '../jobs/signals.js';
import { SignalsModule } from '../jobs/signals.module.js';
import { DATABASE, type Database } from '../storage/database.js';
import { ArtefactService } from './artefact.service.js';
import { DiskBlobStore } from './blobs/disk-blob-store.js';
import { ArtefactsController } from './http/artefacts.controller.js';
import { DownloadController } from './http/download.controller.js';
import { ReadLog } from './read-log.js';
import { ArtefactRetention } from './retention.js';

/** Files that jobs made: writing, listing, download, access log. */
@Module({
  imports: [SignalsModule],
  controllers: [ArtefactsController, DownloadController],
  providers: [
    {
      provide: ArtefactService,
      inject: [DATABASE, JobSignals, PLUGIN_REGISTRY, HOST_CONFIG],
      useFactory: (database: Database, signals: JobSignals, registry: PluginRegistry, config: HostConfig) =>
        new ArtefactService(
          database,
          new DiskBlobStore(join(config.dataDirectory, 'artefacts')),
          signals,
          registry,
          config.limits.artefactDays,
        ),
    },
    {
      provide: ArtefactRetention,
      inject: [DATABASE, ArtefactService, Services.clock, Services.log, HOST_CONFIG],
      useFactory: (database: Database, { blobs }: ArtefactService, clock: Clock, log: Logger, { limits }: HostConfig) =>
        new ArtefactRetention({ database, blobs, clock, log, recordDays: limits.artefactRecordDays }),
    },
    { provide: ReadLog, inject: [DATABASE], useFactory: (database: Database) => new ReadLog(database) },
    { provide: Cursors, inject: [SECRETS], useFactory: (secrets: Secrets) => new Cursors(secrets.signing.reveal()) },
  ],
  exports: [ArtefactService, ArtefactRetention],
})
export class ArtefactsModule {}
