import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { SlotTable } from '../plugins/slot-table.js';
import { type Database, DATABASE } from '../storage/database.js';
import { ArtefactRetention } from './artefact-retention.js';
import { ArtefactService } from './artefact.service.js';
import { BLOB_STORE } from './blobs/blob-store.js';
import { DiskBlobStore } from './blobs/disk-blob-store.js';
import { ArtefactsController } from './http/artefacts.controller.js';
import { ContentSender } from './http/content-sender.js';
import { DownloadController } from './http/download.controller.js';
import { Downloads } from './downloads.js';
import { ARTEFACT_TABLES } from './file-tables.js';
import { ARTEFACT_SIGNER, type ArtefactSigner, HostArtefactSigner, SlotArtefactSigner } from './signer.js';

/** Files that jobs made: where they are kept, download, access log. */
@Module({
  controllers: [ArtefactsController, DownloadController],
  providers: [
    ArtefactService,
    ArtefactRetention,
    ContentSender,
    {
      provide: Downloads,
      inject: [DATABASE],
      useFactory: (database: Database) => new Downloads(database, ARTEFACT_TABLES),
    },
    {
      provide: ARTEFACT_SIGNER,
      inject: [SlotTable, SECRETS],
      useFactory: (slots: SlotTable, { artefactKey }: Secrets): ArtefactSigner =>
        new SlotArtefactSigner(slots, new HostArtefactSigner(artefactKey)),
    },
    {
      provide: BLOB_STORE,
      inject: [HOST_CONFIG],
      useFactory: ({ dataDirectory }: HostConfig) => new DiskBlobStore(join(dataDirectory, 'artefacts')),
    },
  ],
  exports: [ArtefactService, ArtefactRetention, ContentSender, ARTEFACT_SIGNER],
})
export class ArtefactsModule {}
