import { defineEntity, p } from '@mikro-orm/core';
import { readColumns } from '../../artefacts/entities/read-columns.js';

const StoredFileReadSchema = defineEntity({
  name: 'StoredFileRead',
  schema: 'core',
  tableName: 'stored_file_reads',
  properties: {
    id: p.text().primary(),
    fileId: p.text(),
    /** Whose file it is; of one of the deployment, who read it. */
    accountId: p.text(),
    ...readColumns(),
  },
});

/** One read of a file that is kept for a plugin. The row is written before the first byte leaves. */
export class StoredFileRead extends StoredFileReadSchema.class {}
StoredFileReadSchema.setClass(StoredFileRead);
