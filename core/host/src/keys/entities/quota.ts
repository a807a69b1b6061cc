import { defineEntity, p } from '@mikro-orm/core';

const QuotaSchema = defineEntity({
  name: 'Quota',
  schema: 'core',
  tableName: 'quotas',
  properties: {
    accountId: p.text().primary(),
    /** Units the account may use in a period. */
    unitsLimit: p.bigint('number'),
    /** Units of ended jobs in this period. */
    used: p.bigint('number'),
    /** Units held for jobs that have not ended. */
    reserved: p.bigint('number'),
    periodStart: p.datetime(),
    periodEnd: p.datetime(),
  },
});

/** The units of work an account may use. INVARIANT: used + reserved <= unitsLimit at every reservation. */
export class Quota extends QuotaSchema.class {}
QuotaSchema.setClass(Quota);

const QuotaEntrySchema = defineEntity({
  name: 'QuotaEntry',
  schema: 'core',
  tableName: 'quota_ledger',
  properties: {
    jobId: p.text().primary(),
    kind: p.text().primary().$type<'reserve' | 'settle'>(),
    accountId: p.text(),
    /** Units reserved, or charged (0: given back). */
    units: p.bigint('number'),
    at: p.datetime(),
  },
});

/** The ledger of a quota: one reservation and one settlement for a job, never more. */
export class QuotaEntry extends QuotaEntrySchema.class {}
QuotaEntrySchema.setClass(QuotaEntry);
