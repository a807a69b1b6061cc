import { defineEntity, p } from '@mikro-orm/core';

const UploadSchema = defineEntity({
  name: 'Upload',
  schema: 'core',
  tableName: 'uploads',
  properties: {
    /** `upl_` and a ULID; also the name of its bytes in the blob store. */
    id: p.text().primary(),
    accountId: p.text(),
    purpose: p.text(),
    mediaType: p.text(),
    /** As its owner calls it; never the name of a file here. */
    fileName: p.text().nullable(),
    /** Bytes it will have. */
    size: p.bigint('number'),
    /** Hex, of all its bytes, as declared when it was opened. */
    sha256: p.text(),
    createdAt: p.datetime(3),
    /** When it was whole and its bytes were in their place. */
    completedAt: p.datetime(3).nullable(),
    /** Until then it can be filled, and named by a request. Each job that names it puts it off. */
    expiresAt: p.datetime(3),
    /** Who writes its bytes now; null: nobody. */
    writer: p.text().nullable(),
    /** A writer that has not said so again by then is taken for dead. */
    writerUntil: p.datetime(3).nullable(),
  },
});

/** A file on its way to a job. How many of its bytes are here is not a column: the file says it. */
export class Upload extends UploadSchema.class {}
UploadSchema.setClass(Upload);
