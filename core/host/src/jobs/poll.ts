import type { HostConfig } from '../config/host-config.js';

/** How often those who wait look by themselves, milliseconds: with other processes on the database a signal can be missed. */
export function pollMsOf({ databaseUrl }: Pick<HostConfig, 'databaseUrl'>): number {
  return databaseUrl === null ? 15_000 : 1_000;
}
