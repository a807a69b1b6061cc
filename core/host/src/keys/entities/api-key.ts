import { defineEntity, p } from '@mikro-orm/core';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  schema: 'core',
  tableName: 'api_keys',
  properties: {
    /** `key_` and a ULID: the name of the key in answers and logs. */
    id: p.text().primary(),
    accountId: p.text(),
    name: p.text(),
    /** The 8 characters after `ost_`: found by index, no secret. */
    publicId: p.text(),
    /** HMAC-SHA-256 of the secret part under a pepper, hex. */
    secretHash: p.text(),
    /** Which pepper: its fingerprint, so that two can be live. */
    pepperId: p.text(),
    /** Last four characters of the whole key, to recognise it by. */
    last4: p.text(),
    grants: p.array(),
    /** Profiles the key may use; empty: those of the deployment. */
    profiles: p.array(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

/** An API key. The key itself is not kept. */
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
