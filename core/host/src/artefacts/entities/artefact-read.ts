import { defineEntity, p } from '@mikro-orm/core';
import type { FileRead } from '@ostiary/plugin-api';

const ArtefactReadSchema = defineEntity({
  name: 'ArtefactRead',
  schema: 'core',
  tableName: 'artefact_reads',
  properties: {
    id: p.text().primary(),
    artefactId: p.text(),
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

/** One read of an artefact. The row is written before the first byte leaves. */
export class ArtefactRead extends ArtefactReadSchema.class {}
ArtefactReadSchema.setClass(ArtefactRead);
