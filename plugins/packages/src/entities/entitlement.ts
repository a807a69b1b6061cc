import { defineEntity, p } from '@mikro-orm/core';

const EntitlementSchema = defineEntity({
  name: 'Entitlement',
  schema: 'packages',
  tableName: 'entitlements',
  properties: {
    accountId: p.text().primary(),
    /** Base URL of the feed. */
    feed: p.text(),
    /** What may be read there, in words of the registry. */
    scopes: p.array(),
    /** Null: it does not end. */
    expiresAt: p.datetime().nullable(),
  },
});

/** The package feed that an account may read. */
export class Entitlement extends EntitlementSchema.class {}
EntitlementSchema.setClass(Entitlement);
