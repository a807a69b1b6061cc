import { defineEntity, p } from '@mikro-orm/core';
import { readColumns } from './read-columns.js';

const ArtefactReadSchema = defineEntity({
  name: 'ArtefactRead',
  schema: 'core',
  tableName: 'artefact_reads',
  properties: {
    id: p.text().primary(),
    artefactId: p.text(),
    accountId: p.text(),
    ...readColumns(),
  },
});

/** One read of an artefact. The row is written before the first byte leaves. */
export class ArtefactRead extends ArtefactReadSchema.class {}
ArtefactReadSchema.setClass(ArtefactRead);
