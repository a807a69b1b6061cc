import { defineEntity, p } from '@mikro-orm/core';

const StoredFileSchema = defineEntity({
  name: 'StoredFile',
  schema: 'core',
  tableName: 'stored_files',
  properties: {
    /** `fil_` and a ULID; also the name of its bytes in the blob store. */
    id: p.text().primary(),
    /** The plugin that keeps it, and alone finds it. */
    plugin: p.text(),
    /** Null: of the deployment. */
    accountId: p.text().nullable(),
    /** A word of the plugin's. */
    kind: p.text(),
    name: p.text(),
    mediaType: p.text(),
    /** Bytes. */
    size: p.bigint('number'),
    /** Hex. */
    sha256: p.text(),
    createdAt: p.datetime(3),
    /** Null: kept until it is removed. A removed one has expired when it was. */
    expiresAt: p.datetime(3).nullable(),
    /** When its bytes were removed. */
    removedAt: p.datetime(3).nullable(),
    /** Reads begun. */
    readCount: p.integer(),
  },
});

/** A file that is kept for a plugin. */
export class StoredFileRow extends StoredFileSchema.class {}
StoredFileSchema.setClass(StoredFileRow);
