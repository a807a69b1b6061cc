import { defineEntity, p } from '@mikro-orm/core';
import type { ArtefactSignature } from '../signer.js';

const ArtefactSchema = defineEntity({
  name: 'Artefact',
  schema: 'core',
  tableName: 'artefacts',
  properties: {
    /** `art_` and a ULID; also the name of its bytes in the blob store. */
    id: p.text().primary(),
    /** No foreign key: the artefact may outlive the job. */
    jobId: p.text(),
    accountId: p.text(),
    /** The attempt that made it. */
    attempt: p.integer(),
    /** Every one of these is needed to read the bytes: the grant of the job's mode, and the one its kind names. */
    needsGrants: p.array(),
    /** An open word: one that the mode declares, or `result`. */
    kind: p.text(),
    name: p.text(),
    mediaType: p.text(),
    /** Bytes. */
    size: p.bigint('number'),
    /** Hex. */
    sha256: p.text(),
    /** Over its id and its digest; null of those made before there were signatures. */
    signature: p.json<ArtefactSignature>().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** When its bytes were removed. */
    removedAt: p.datetime(3).nullable(),
    /** Reads begun. */
    readCount: p.integer(),
  },
});

/** A file a job made. */
export class Artefact extends ArtefactSchema.class {}
ArtefactSchema.setClass(Artefact);
