import { defineEntity, p } from '@mikro-orm/core';

const ChoreLeaseSchema = defineEntity({
  name: 'ChoreLease',
  schema: 'core',
  tableName: 'chores',
  properties: {
    /** `<plugin id>/<name>`, or `core/<what>`. */
    name: p.text().primary(),
    /** The run that has it; a new one for each run. */
    holder: p.text(),
    /** Past: nobody runs it. */
    heldUntil: p.datetime(3),
    dueAt: p.datetime(3),
  },
});

/** Which process runs a chore that runs in one process at a time. */
export class ChoreLease extends ChoreLeaseSchema.class {}
ChoreLeaseSchema.setClass(ChoreLease);
