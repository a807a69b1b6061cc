import { defineEntity, p } from '@mikro-orm/core';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  schema: 'core',
  tableName: 'idempotency_keys',
  properties: {
    accountId: p.text().primary(),
    operation: p.text().primary(),
    key: p.text().primary(),
    /** HMAC of the canonical request: tells whether a retry is the same request, without keeping it. */
    fingerprint: p.text(),
    jobId: p.text(),
    expiresAt: p.datetime(3),
  },
});

/** The request a caller's Idempotency-Key stands for. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
