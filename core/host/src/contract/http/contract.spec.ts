// Embedded only: the contract is the same whatever the stores are.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { definePlugin, defineMode } from '@ostiary/plugin-api';
import { startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readDeployment } from '../../plugins/deployment.js';
import { projectFile } from '../../config/project.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const committed = (name: string): string => readFileSync(projectFile(`contract/${name}`), 'utf8');

const kettle = definePlugin({
  id: 'kettle',
  grants: ['kettle'],
  modes: [
    defineMode({
      name: 'kettle',
      title: 'Boil water',
      grant: 'kettle',
      limits: { inlineBytes: 1_000, seconds: 1 },
      request: z.strictObject({ litres: z.number().describe('How much.') }),
      result: z.object({ boiled: z.boolean() }),
      solve: () => Promise.resolve({ boiled: true }),
    }),
  ],
  translations: { pt: { 'Boil water': 'Ferver água' } },
});

describe('the deployment the contract was committed for', () => {
  let host: TestHost;
  beforeAll(async () => {
    const { plugins } = readDeployment(projectFile('deployments/embedded.yaml'));
    host = await startHost({ plugins: plugins.map((plugin) => plugin.package) });
  });
  afterAll(() => host.close());

  test.each([
    ['/openapi.yaml', 'openapi.yaml'],
    ['/openapi.pt.yaml', 'openapi.pt.yaml'],
  ])('%s is the committed file, byte for byte', async (path, file) => {
    const { status, text, headers } = await host.http.get(path);
    expect(status).toBe(200);
    expect(text).toBe(committed(file));
    expect(headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(headers['etag']).toBe(`"${sha256(committed(file))}"`);
  });

  test('GET /openapi.yaml 200 also to who has it already: no other status is in the contract', async () => {
    const { headers } = await host.http.get('/openapi.yaml');
    const again = await host.http.get('/openapi.yaml').set('If-None-Match', headers['etag'] ?? '');
    expect(again.status).toBe(200);
    expect(again.text).toBe(committed('openapi.yaml'));
  });

  test('GET /openapi.pt.yaml 200 without a key', async () => {
    expect((await host.http.get('/openapi.pt.yaml')).status).toBe(200);
  });

  test('GET /v1/version tells the digest of the document', async () => {
    const { bearer } = await host.createKey();
    const { body } = await host.http.get('/v1/version').set('Authorization', bearer);
    expect(body).toMatchObject({ contract: { version: '1.0.0', sha256: sha256(committed('openapi.yaml')) } });
  });
});

describe('a deployment with another plugin', () => {
  let host: TestHost;
  const log: string[] = [];
  beforeAll(async () => {
    host = await startHost({ plugins: [kettle], log: (line) => log.push(line) });
  });
  afterAll(() => host.close());

  test('serves the contract of what it serves', async () => {
    const { text } = await host.http.get('/openapi.yaml');
    expect(text).not.toBe(committed('openapi.yaml'));
    expect(parse(text)).toMatchObject({
      openapi: '3.1.1',
      components: { schemas: { SolveRequest: { oneOf: [{ $ref: '#/components/schemas/KettleSolveRequest' }] } } },
    });
    const { bearer } = await host.createKey();
    const { body } = await host.http.get('/v1/version').set('Authorization', bearer);
    expect(body).toMatchObject({ contract: { sha256: sha256(text) } });
  });

  test('shows English in the twin where the plugin brings no Portuguese, and logs it', async () => {
    const { text } = await host.http.get('/openapi.pt.yaml');
    expect(parse(text)).toMatchObject({
      components: {
        schemas: {
          KettleSolveRequest: { description: 'Ferver água', properties: { litres: { description: 'How much.' } } },
        },
      },
    });
    const warnings = log
      .map((line) => JSON.parse(line) as { owners?: string[]; texts?: number })
      .filter(({ texts }) => texts !== undefined);
    expect(warnings).toMatchObject([{ owners: ['kettle'], texts: 1 }]);
  });
});
