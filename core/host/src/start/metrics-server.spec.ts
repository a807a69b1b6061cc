import { expect, it } from 'vitest';
import { MetricsRegistry } from '../observe/metrics.js';
import { serveMetrics } from './metrics-server.js';

it('serves the metrics on a port of their own, and nothing else', async () => {
  const metrics = new MetricsRegistry();
  metrics.counter('a_total', 'A.').add();
  const server = await serveMetrics({ metricsPort: 0, host: '127.0.0.1' }, metrics);
  const url = `http://127.0.0.1:${server?.port}`;
  try {
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('a_total 1\n');
    expect((await fetch(`${url}/v1/account`)).status).toBe(404);
    await expect(serveMetrics({ metricsPort: server?.port ?? 0, host: '127.0.0.1' }, metrics)).rejects.toThrow(
      'OSTIARY_METRICS_PORT',
    );
  } finally {
    server?.close();
  }
});

it('serves nothing where no port is set', async () => {
  expect(await serveMetrics({ metricsPort: null, host: '127.0.0.1' }, new MetricsRegistry())).toBeNull();
});
