export * from './fake-clock.js';
export * from './start-host.js';
export * as fixtures from './fixtures/index.js';
export * from './tenants.js';
export { conform } from './conform/conform.js';
export type { Kept } from './conform/plugin-promise.js';
export { openTestDatabase, type TestDatabase } from './test-database.js';

/** Script of a host in a process of its own, for tests that kill it. */
export const HOST_PROCESS = new URL('./host-process-worker.js', import.meta.url);
