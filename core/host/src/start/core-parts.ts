import { auditStorage } from '../audit/storage.js';
import { accountStorage } from '../keys/storage.js';
import { idempotencyStorage } from '../idempotency/storage.js';
import { quotaStorage } from '../quotas/storage.js';
import { jobStorage } from '../jobs/storage.js';
import { artefactStorage } from '../artefacts/storage.js';
import { fileStorage } from '../files/storage.js';
import { scheduleStorage } from '../schedule/storage.js';
import { uploadStorage } from '../uploads/storage.js';
import type { StoragePart } from '../storage/part.js';

/** What the host itself keeps, in Postgres schema `core`. Plugins' parts come after these. */
export const CORE_STORAGE: readonly StoragePart[] = [
  accountStorage,
  auditStorage,
  jobStorage,
  artefactStorage,
  idempotencyStorage,
  quotaStorage,
  scheduleStorage,
  uploadStorage,
  fileStorage,
];
