import { defineEntity, p } from '@mikro-orm/core';
import type { Gate } from '../gate/model.js';

const ProjectSchema = defineEntity({
  name: 'HuntProject',
  schema: 'hunt',
  tableName: 'projects',
  indexes: [{ name: 'projects_newest', properties: ['accountId', 'createdAt', 'id'] }],
  uniques: [{ name: 'projects_name', properties: ['accountId', 'name'] }],
  properties: {
    /** `prj_` and a ULID. */
    id: p.text().primary(),
    accountId: p.text(),
    name: p.text(),
    description: p.text().nullable(),
    defaultBranch: p.text(),
    createdAt: p.datetime(3),
    /** Rises with each change of the gate. */
    gateRevision: p.integer(),
    gate: p.json<Gate>(),
  },
});

/** Keeps the scans of a policy together. Its row is locked by whoever compares a scan or changes the gate. */
export class Project extends ProjectSchema.class {}
ProjectSchema.setClass(Project);
