import { defineEntity, p } from '@mikro-orm/core';
import type { HistoryEvent } from '../finding-model.js';

const HistorySchema = defineEntity({
  name: 'HuntHistory',
  schema: 'hunt',
  tableName: 'history',
  indexes: [{ name: 'history_finding', properties: ['projectId', 'fingerprint', 'id'] }],
  properties: {
    /** `evt_` and a ULID. */
    id: p.text().primary(),
    accountId: p.text(),
    projectId: p.text(),
    fingerprint: p.text(),
    at: p.datetime(3),
    event: p.json<HistoryEvent>(),
  },
});

/** What became of a finding, one row a change. */
export class HistoryRow extends HistorySchema.class {}
HistorySchema.setClass(HistoryRow);
