import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EnvironmentError } from '../config/environment.js';
import type { HostConfig } from '../config/host-config.js';
import type { MetricsRegistry } from '../observe/metrics.js';

/** A server of its own for the metrics: what only operators may see is not on the port of the API. */
export interface MetricsServer {
  readonly port: number;
  close(): void;
}

/**
 * Serves the metrics at `/metrics` where a port is set for them; null where none is.
 * @throws EnvironmentError when the port cannot be listened on
 */
export async function serveMetrics(
  { metricsPort, host }: Pick<HostConfig, 'metricsPort' | 'host'>,
  metrics: MetricsRegistry,
): Promise<MetricsServer | null> {
  if (metricsPort === null) return null;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics.text());
  });
  server.listen(metricsPort, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new EnvironmentError([`OSTIARY_METRICS_PORT: cannot be listened on: ${(error as Error).message}`]);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
