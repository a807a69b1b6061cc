import { once } from 'node:events';
import { isIPv6, type AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from './settings.module.js';
import { EnvironmentError } from '../config/environment.js';
import { Readiness } from '../health/readiness.js';
import { BaseUrl } from '../http/base-url.js';
import { Draining } from '../http/draining.js';
import { MetricsRegistry } from '../observe/metrics.js';
import { Stopping } from '../plugins/stopping.js';
import { requireClosedTables } from '../plugin-loading/checks/tables.js';
import type { Database } from '../storage/database.js';
import { startTracing } from '../tracing/start.js';
import { createApplication, serverOf } from './create.js';
import { serveMetrics } from './metrics-server.js';
import { nameFailingPlugins } from './name-failing-plugins.js';

const IDLE_LOOK_MS = 100;

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
 * @throws PluginsRefused when a plugin's tables do not keep accounts apart, and whatever a module throws while it starts; nothing is
 * left running then
 */
export async function run(settings: Settings, database: Database): Promise<RunningHost> {
  if (settings.deployment.kind !== 'router') await requireClosedTables(settings.registry, database);
  const draining = new Draining();
  // Its settings are the standard ones of OpenTelemetry, which its libraries read from the environment themselves.
  const tracing = await startTracing(process.env, settings.log);
  const app = await createApplication(settings, database, { draining, tracing });
  try {
    nameFailingPlugins(app);
    await app.init();
    const url = settings.config.roles.includes('api') ? await listen(app, settings) : null;
    const metrics = await serveMetrics(settings.config, app.get(MetricsRegistry, { strict: false }));
    app.get(Readiness, { strict: false }).open();
    const stop = async (): Promise<void> => {
      try {
        await close(app, draining, settings);
      } finally {
        await tracing.close();
        metrics?.close();
      }
    };
    return { app, url, close: stop };
  } catch (error) {
    await app.close();
    await tracing.close();
    throw error;
  }
}

/** @throws EnvironmentError when the address cannot be listened on */
async function listen(app: NestExpressApplication, { config }: Settings): Promise<string> {
  const server = serverOf(app);
  // Not `app.listen`: it writes the error to the log too, and the operator would read it twice.
  server.listen(config.port, config.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw asFaultOfAddress(error as NodeJS.ErrnoException, config);
  });
  const { address, port } = server.address() as AddressInfo;
  const local = ['0.0.0.0', '::'].includes(address) ? 'localhost' : address;
  const url = `http://${isIPv6(local) ? `[${local}]` : local}:${port}`;
  app.get(BaseUrl, { strict: false }).listeningAt(url);
  return url;
}

function asFaultOfAddress(error: NodeJS.ErrnoException, { host, port }: Settings['config']): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new EnvironmentError([`OSTIARY_PORT: port ${port} of ${host} is taken; set another one, or 0 for any`]);
    case 'EACCES':
      return new EnvironmentError([`OSTIARY_PORT: port ${port} may not be used by this user; set another one`]);
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new EnvironmentError([`OSTIARY_HOST: ${host} is no address of this machine`]);
    default:
      return error;
  }
}

async function close(app: NestExpressApplication, draining: Draining, { config, log }: Settings): Promise<void> {
  app.get(Readiness, { strict: false }).close();
  app.get(Stopping, { strict: false }).begin();
  draining.begin();
  const server = serverOf(app);
  const patience = setTimeout(() => {
    log.warn({ seconds: config.shutdownSeconds }, 'requests still in flight are cut off');
    server.closeAllConnections();
  }, config.shutdownSeconds * 1_000);
  // Closing the server closes what is idle by then; a connection that becomes so later would hold the stop up.
  const idle = setInterval(() => {
    if (!server.listening) server.closeIdleConnections();
  }, IDLE_LOOK_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(patience);
    clearInterval(idle);
    draining.end();
  }
}
