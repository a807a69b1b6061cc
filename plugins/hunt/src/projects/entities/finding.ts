import { defineEntity, p } from '@mikro-orm/core';
import type { Severity } from '../../search/index.js';
import type { Decision, FindingState } from '../finding-model.js';
import type { ScanSubject } from '../scan-model.js';

const FindingSchema = defineEntity({
  name: 'HuntFinding',
  schema: 'hunt',
  tableName: 'findings',
  indexes: [
    { name: 'findings_severity', properties: ['projectId', 'branch', 'severityRank', 'firstSeen', 'fingerprint'] },
    { name: 'findings_fingerprint', properties: ['accountId', 'fingerprint'] },
  ],
  properties: {
    projectId: p.text().primary(),
    branch: p.text().primary(),
    fingerprint: p.text().primary(),
    accountId: p.text(),
    subject: p.text().$type<ScanSubject>(),
    /** Of a policy an id of {@link ClassId}, of a graph a word of whatever hunts graphs. */
    class: p.text(),
    severity: p.text().$type<Severity>(),
    /** Place in the list of severities: 0 is the worst. */
    severityRank: p.integer(),
    tool: p.text().nullable(),
    /** Digest of what the finding is about without the names of its rules: the same after a rule was renamed. */
    structure: p.text(),
    evidenceHash: p.text(),
    /** The finding as the newest report that has it tells it: JSON, whose numbers keep their digits. */
    told: p.text(),
    state: p.text().$type<FindingState>(),
    firstSeen: p.datetime(3),
    lastSeen: p.datetime(3),
    lastScan: p.text(),
    /** Scans that found it. */
    scans: p.integer(),
    /** Fingerprint it had before a rule was renamed. */
    movedFrom: p.text().nullable(),
    /** What was decided about it: the same on all branches. */
    decision: p.text().$type<Decision>(),
    reason: p.text().nullable(),
    /** A day, `2026-12-31`: from its beginning (UTC) an accepted risk counts as open again. */
    until: p.text().nullable(),
    decidedBy: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    /** Rises with each decision. */
    revision: p.integer(),
  },
});

/** A finding on one branch of a project. */
export class FindingRow extends FindingSchema.class {}
FindingSchema.setClass(FindingRow);
