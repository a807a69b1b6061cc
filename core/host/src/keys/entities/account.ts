import { defineEntity, p } from '@mikro-orm/core';

export const ACCOUNT_STATUSES = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

const AccountSchema = defineEntity({
  name: 'Account',
  schema: 'core',
  tableName: 'accounts',
  properties: {
    /** `acc_` and a ULID. */
    id: p.text().primary(),
    name: p.text(),
    plan: p.text(),
    status: p.text().$type<AccountStatus>(),
    createdAt: p.datetime(),
  },
});

/** A tenant. Everything a customer owns carries its id. */
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);
