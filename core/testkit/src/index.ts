export * from './as-owner.js';
export * from './fake-clock.js';
export * from './start-host.js';
export * as fixtures from './fixtures/index.js';
export * from './tenant-sweep.js';
export * from './tenants.js';
export { conform } from './conform/conform.js';
export type { Kept } from './conform/plugin-promise.js';
export { createScratchDatabase } from './databases/scratch.js';
export {
  embeddedDatabaseFiles,
  layEmbeddedDatabase,
  openTestDatabase,
  type TestDatabase,
} from './databases/test-database.js';
