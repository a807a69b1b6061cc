import { defineEntity, p } from '@mikro-orm/core';
import type { FileRead } from '@ostiary/plugin-api';

const StoredFileReadSchema = defineEntity({
  name: 'StoredFileRead',
  schema: 'core',
  tableName: 'stored_file_reads',
  properties: {
    id: p.text().primary(),
    fileId: p.text(),
    /** Whose file it is; of one of the deployment, who read it. */
    accountId: p.text(),
    at: p.datetime(3),
    keyId: p.text(),
    keyName: p.text(),
    /** /24 of an IPv4 address, /48 of an IPv6 one. */
    ipPrefix: p.text(),
    userAgent: p.text().nullable(),
    /** The byte range that was answered, e.g. `0-99`; null: the whole. */
    range: p.text().nullable(),
    bytesSent: p.bigint('number'),
    /** `started` that stays so: the process died while it sent. */
    outcome: p.text().$type<FileRead['outcome']>(),
  },
});

/** One read of a file that is kept for a plugin. The row is written before the first byte leaves. */
export class StoredFileRead extends StoredFileReadSchema.class {}
StoredFileReadSchema.setClass(StoredFileRead);
