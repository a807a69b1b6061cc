// Embedded only: what a plugin asks of others is stored nowhere.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtures, startHost } from '@ostiary/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PluginRegistry } from '../plugins/registry.js';
import { pluginTree } from '../plugin-loading/tree.js';

const KEY = 'sk-canary-0123456789';

async function start(url: string, log: string[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'ostiary-egress-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'key');
  writeFileSync(file, `${KEY}\n`);
  const host = await startHost({ plugins: [fixtures.withEgress(url, file)], log: (line) => void log.push(line) });
  onTestFinished(() => host.close());
  return host;
}

describe('a plugin that calls out', () => {
  it('reaches what its configuration names with its secret, which neither answer nor log shows', async () => {
    let authorization = '';
    const provider = createServer((request, response) => {
      authorization = request.headers.authorization ?? '';
      response.end(`sunny at ${request.url}`);
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    onTestFinished(() => void provider.close());
    const log: string[] = [];
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
    const host = await start(url, log);
    const { body } = await host.http.get('/v1/weather').expect(200);
    expect(body).toEqual({ weather: 'sunny at /v1/today', config: JSON.stringify({ provider: url, key: '[secret]' }) });
    expect(authorization).toBe(`Bearer ${KEY}`);
    expect(log.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ plugin: 'with-egress', host: new URL(url).host, status: 200, msg: 'outgoing call' }),
    );
    expect(log.join()).not.toContain(KEY);
    expect(pluginTree(host.registry as unknown as PluginRegistry)).toContain(`calls ${new URL(url).origin}`);
  });

  it('does not reach an address inside a network, whoever named it', async () => {
    const host = await start('https://169.254.169.254/latest');
    const { body } = await host.http.get('/v1/weather').expect(200);
    expect(body.weather).toBe('unknown: address_refused');
  });
});
