import { defineEntity, p } from '@mikro-orm/core';
import type { JobEndStatus, JobError } from '@ostiary/plugin-api';
import type { GateResult } from '../gate/model.js';
import type { ScanCounts, ScanOptions, ScanSubject, StoredReport } from '../scan-model.js';

const ScanSchema = defineEntity({
  name: 'HuntScan',
  schema: 'hunt',
  tableName: 'scans',
  indexes: [
    { name: 'scans_newest', properties: ['projectId', 'createdAt', 'id'] },
    { name: 'scans_branch', properties: ['projectId', 'branch', 'finishedAt'] },
  ],
  uniques: [{ name: 'scans_job', properties: ['jobId'] }],
  properties: {
    /** `scn_` and a ULID. */
    id: p.text().primary(),
    accountId: p.text(),
    projectId: p.text(),
    branch: p.text(),
    jobId: p.text(),
    /** As the caller names what was scanned, e.g. a commit. */
    label: p.text().nullable(),
    /** Digest of all that was sent, to tell a repeated request from another one. */
    requestDigest: p.text(),
    /** Digest of what is hunted and how: the same with the same engine gives the same report. */
    inputDigest: p.text(),
    engine: p.text(),
    subject: p.text().$type<ScanSubject>(),
    /** Null of a graph, whose report says itself what it decided. */
    options: p.json<ScanOptions>().nullable(),
    createdAt: p.datetime(3),
    /** How its job ended; null before that. */
    status: p.text().$type<JobEndStatus>().nullable(),
    finishedAt: p.datetime(3).nullable(),
    error: p.json<JobError>().nullable(),
    /** Id of the scan of the branch before it that had succeeded. */
    comparedWith: p.text().nullable(),
    counts: p.json<ScanCounts>().nullable(),
    report: p.json<StoredReport>().nullable(),
    gate: p.json<GateResult>().nullable(),
  },
});

/** One hunt of a project. INVARIANT: what comes of it is written in the transaction that ends its job; later only a changed gate is asked again. */
export class Scan extends ScanSchema.class {}
ScanSchema.setClass(Scan);
