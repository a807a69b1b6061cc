import { isIPv6, type AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../config/config.module.js';
import { Readiness } from '../health/readiness.js';
import { BaseUrl } from '../http/base-url.js';
import type { Database } from '../storage/database.js';
import { createApplication, serverOf } from './create.js';

/** A host that serves. */
export interface RunningHost {
  readonly app: NestExpressApplication;
  /** Address the API listens at; null for a process that only works. */
  readonly url: string | null;
  /** Stops: no longer ready, requests in flight end, jobs are handed back. Leaves the database open. */
  close(): Promise<void>;
}

/**
 * Starts the roles that are set: API, worker, or both.
 * @throws whatever a module throws while it starts; nothing is left running then
 */
export async function run(settings: Settings, database: Database): Promise<RunningHost> {
  const app = await createApplication(settings, database);
  try {
    await app.init();
    const url = settings.config.roles.includes('api') ? await listen(app, settings) : null;
    app.get(Readiness, { strict: false }).open();
    return { app, url, close: () => close(app, settings) };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** A port that is taken is told by the caller in one line, so the error goes through. */
async function listen(app: NestExpressApplication, { config }: Settings): Promise<string> {
  await app.listen(config.port, config.host);
  const { address, port } = serverOf(app).address() as AddressInfo;
  const local = ['0.0.0.0', '::'].includes(address) ? 'localhost' : address;
  const url = `http://${isIPv6(local) ? `[${local}]` : local}:${port}`;
  app.get(BaseUrl, { strict: false }).listeningAt(url);
  return url;
}

async function close(app: NestExpressApplication, { config, log }: Settings): Promise<void> {
  app.get(Readiness, { strict: false }).close();
  const server = serverOf(app);
  const patience = setTimeout(() => {
    log.warn({ seconds: config.shutdownSeconds }, 'requests still in flight are cut off');
    server.closeAllConnections();
  }, config.shutdownSeconds * 1_000);
  try {
    await app.close();
  } finally {
    clearTimeout(patience);
  }
}
