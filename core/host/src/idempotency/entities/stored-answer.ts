import { defineEntity, p } from '@mikro-orm/core';

const StoredAnswerSchema = defineEntity({
  name: 'StoredAnswer',
  schema: 'core',
  tableName: 'stored_answers',
  properties: {
    /** Whose keys are kept apart: `account <id>`, or what the route says where callers have no key. */
    scope: p.text().primary(),
    /** Method and path of the request, parameters filled in. */
    operation: p.text().primary(),
    /** The `Idempotency-Key`. */
    key: p.text().primary(),
    /** Null for callers without a key. */
    accountId: p.text().nullable(),
    /** Keyed digest of the request: tells whether it is the same one, without keeping it. */
    fingerprint: p.text(),
    /** Tells one try at the request from the next. INVARIANT: an answer is stored by the try that holds the row, and by no other. */
    claim: p.text(),
    /** A try that has stored nothing by then is taken for dead. */
    claimedUntil: p.datetime(3),
    /** JSON of status, header fields and body; null while the request is carried out. */
    answer: p.text().nullable(),
    expiresAt: p.datetime(3),
  },
});

/** The answer of an idempotent operation, by the key it was asked with. */
export class StoredAnswer extends StoredAnswerSchema.class {}
StoredAnswerSchema.setClass(StoredAnswer);
