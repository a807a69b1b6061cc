import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { ArtefactsModule } from '../artefacts/artefacts.module.js';
import { DiskBlobStore } from '../artefacts/blobs/disk-blob-store.js';
import { Downloads } from '../artefacts/downloads.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { type Database, DATABASE } from '../storage/database.js';
import { FileStore } from './file-store.js';
import { FILE_BLOBS, FILE_READS, STORED_FILE_TABLES } from './places.js';
import { PluginFiles } from './plugin-files.js';
import { FileRetention } from './retention.js';

/** Files that are kept for plugins. They are kept, sent and ended as artefacts are; no operation of the host's own reads them. */
@Global()
@Module({
  imports: [ArtefactsModule],
  providers: [
    FileStore,
    PluginFiles,
    FileRetention,
    {
      provide: FILE_BLOBS,
      inject: [HOST_CONFIG],
      useFactory: ({ dataDirectory }: HostConfig) => new DiskBlobStore(join(dataDirectory, 'files')),
    },
    {
      provide: FILE_READS,
      inject: [DATABASE],
      useFactory: (database: Database) => new Downloads(database, STORED_FILE_TABLES),
    },
  ],
  exports: [PluginFiles, FileRetention],
})
export class FilesModule {}
