import { defineEntity, p } from '@mikro-orm/core';
import type { Outcome } from '../finding-model.js';

const AttemptSchema = defineEntity({
  name: 'HuntAttempt',
  schema: 'hunt',
  tableName: 'attempts',
  indexes: [
    { name: 'attempts_newest', properties: ['accountId', 'recordedAt', 'attemptId'] },
    { name: 'attempts_finding', properties: ['projectId', 'fingerprint', 'recordedAt'] },
  ],
  properties: {
    accountId: p.text().primary(),
    /** The caller's own id. */
    attemptId: p.text().primary(),
    projectId: p.text(),
    fingerprint: p.text(),
    outcome: p.text().$type<Outcome>(),
    environment: p.text().nullable(),
    /** When it was made, as the caller says. */
    at: p.datetime(3),
    note: p.text().nullable(),
    evidenceSha256: p.text().nullable(),
    recordedAt: p.datetime(3),
    keyId: p.text(),
    /** Of all that was sent, to tell a repeated attempt from another one under its id. */
    digest: p.text(),
  },
});

/** What somebody tried against a finding where the policy is in use. */
export class AttemptRow extends AttemptSchema.class {}
AttemptSchema.setClass(AttemptRow);
