import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { DiskBlobStore } from '../artefacts/blobs/disk-blob-store.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { UploadHousekeeping } from './housekeeping.js';
import { UploadContentController } from './http/content.controller.js';
import { OpenUploadController } from './http/open.controller.js';
import { Receiver } from './receiver.js';
import { UploadStore } from './store.js';
import { UPLOAD_BLOBS } from './upload-blobs.js';

/** Files that are sent before the jobs that need them. */
@Module({
  controllers: [OpenUploadController, UploadContentController],
  providers: [
    UploadStore,
    Receiver,
    UploadHousekeeping,
    {
      provide: UPLOAD_BLOBS,
      inject: [HOST_CONFIG],
      useFactory: ({ dataDirectory }: HostConfig) => new DiskBlobStore(join(dataDirectory, 'uploads')),
    },
  ],
  exports: [UploadStore, UPLOAD_BLOBS, UploadHousekeeping],
})
export class UploadsModule {}
