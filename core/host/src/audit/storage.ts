import type { StoragePart } from '../storage/part.js';
import { M010Audit } from './migrations/010-audit.js';

/** The record of who did what. It has no entities: rows are added and read by statements alone. */
export const auditStorage: StoragePart = {
  schema: 'core',
  entities: [],
  migrations: [{ name: 'core/010_audit', class: M010Audit }],
};
