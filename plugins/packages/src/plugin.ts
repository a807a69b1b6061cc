import type { EntityManager } from '@mikro-orm/core';
import { definePlugin, fillSlot, Slots } from '@ostiary/plugin-api';
import { feedCommands } from './commands.js';
import { Entitlement } from './entities/entitlement.js';
import { EntitlementController } from './entitlement.controller.js';
import { Entitlements } from './entitlements.js';
import { FeedFacts } from './facts.js';
import { M001Entitlements } from './migrations/001-entitlements.js';
import { packageProblems } from './problems.js';
import { pt } from './pt.js';

/** The package feed: which accounts may read it. See docs/adr/0137. */
export default definePlugin({
  id: 'packages',
  http: { controllers: [EntitlementController] },
  slots: [fillSlot(Slots.capabilityFacts, FeedFacts)],
  commands: feedCommands,
  problems: packageProblems,
  storage: {
    schema: 'packages',
    entities: [Entitlement],
    migrations: [{ name: 'packages/001_entitlements', class: M001Entitlements }],
  },
  accountErased: async (accountId, tx) => {
    await (tx as EntityManager).nativeDelete(Entitlement, { accountId });
  },
  providers: [Entitlements, FeedFacts],
  translations: { pt },
});
