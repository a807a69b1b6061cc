import { defineEntity, p } from '@mikro-orm/core';

const TicketSchema = defineEntity({
  name: 'ConfirmationTicket',
  schema: 'guardrail',
  tableName: 'tickets',
  indexes: [
    { name: 'tickets_digest', properties: ['accountId', 'digest'] },
    { name: 'tickets_expiry', properties: ['expiresAt'] },
  ],
  checks: [{ name: 'tickets_used_once', expression: '(used_by is null) = (used_at is null)' }],
  properties: {
    /** The job whose answer carried the ticket: a job issues one at most, however often it is attempted. */
    jobId: p.text().primary(),
    accountId: p.text(),
    digest: p.text(),
    policyVersion: p.text(),
    issuedAt: p.datetime(),
    expiresAt: p.datetime(),
    /** The job that used it up. */
    usedBy: p.text().nullable(),
    usedAt: p.datetime().nullable(),
  },
});

/** A confirmation that was asked for. INVARIANT: `usedBy` is set once and never changes. */
export class ConfirmationTicket extends TicketSchema.class {}
TicketSchema.setClass(ConfirmationTicket);
