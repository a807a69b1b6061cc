import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@ostiary/testkit/project';
import { type Service, startService } from '@ostiary/testkit/service';

const run = promisify(execFile);

/** What a vendor does with a partner's plugin: install its tarball, name it in the deployment file, start. */
describe("a partner's plugin, installed from its tarball", () => {
  let folder: string;
  let service: Service;
  let key: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ostiary-partner-'));
    const installed = join(folder, 'node_modules', 'ostiary-plugin-tool-names');
    mkdirSync(installed, { recursive: true });
    await run('npm', [
      'pack',
      join(root, 'examples', 'partner-mode'),
      '--pack-destination',
      folder,
      '--ignore-scripts',
    ]);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    await run('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
    writeFileSync(
      join(folder, 'deployment.yaml'),
      'kind: embedded\nplugins:\n  - package: ostiary-plugin-tool-names\n',
    );
    service = await startService(join(folder, 'data'), {
      OSTIARY_DEPLOYMENT: join(folder, 'deployment.yaml'),
      OSTIARY_PLUGINS: folder,
    });
    key = readFileSync(join(folder, 'data', 'first-key'), 'utf8').trim();
  });

  afterAll(async () => {
    const code = await service.stop();
    rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the service did not stop cleanly: it ended with code ${code}`);
  });

  async function get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { authorization: `Bearer ${key}` } });
  }

  it('solves its mode', async () => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/v1/solves`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'tool_names', tools: ['send_mail', 'SendMail', 'read_mail'] }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: 'succeeded',
      result: { clashes: [['send_mail', 'SendMail']] },
    });
  });

  it('is in the contract in both languages, and nothing of a plugin that is not enabled is', async () => {
    const english = await (await get('/openapi.yaml')).text();
    const portuguese = await (await get('/openapi.pt.yaml')).text();
    expect(english).toContain('Names of the tools an agent is offered.');
    expect(portuguese).toContain('Nomes das ferramentas oferecidas a um agente.');
    expect(english).not.toContain('guardrail');
  });

  it('is in the capabilities, with its grant', async () => {
    const { modes } = (await (await get('/v1/capabilities')).json()) as { modes: readonly object[] };
    expect(modes).toEqual([expect.objectContaining({ mode: 'tool_names', granted: true, grant: 'tool_names' })]);
  });
});

describe('the page about writing a plugin', () => {
  it('shows the example as it is', () => {
    const page = readFileSync(join(root, 'docs', 'plugins', 'README.md'), 'utf8');
    for (const file of ['package.json', 'plugin.js']) {
      expect(page).toContain(readFileSync(join(root, 'examples', 'partner-mode', file), 'utf8').trim());
    }
  });

  it('shows pieces of plugins that tests run, as they are', () => {
    const page = readFileSync(join(root, 'docs', 'plugins', 'README.md'), 'utf8');
    const folder = join(root, 'core', 'testkit', 'src', 'fixtures');
    const flat = (text: string) => text.replaceAll(/^\s+|\s+$/gm, '');
    const fixtures = readdirSync(folder).map((name) => flat(readFileSync(join(folder, name), 'utf8')));
    const pieces = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, piece = '']) => flat(piece));
    expect(pieces.length).toBeGreaterThan(8);
    expect(pieces.filter((piece) => !fixtures.some((fixture) => fixture.includes(piece)))).toEqual([]);
  });

  it('explains every code of a refusal, and no other', () => {
    const page = readFileSync(join(root, 'docs', 'plugins', 'README.md'), 'utf8');
    const source = readFileSync(join(root, 'core', 'host', 'src', 'plugin-loading', 'refusal.ts'), 'utf8');
    const explained = [...page.slice(page.indexOf('| code |')).matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]);
    const declared = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map((match) => match[1]);
    expect(declared.length).toBeGreaterThan(10);
    expect(explained.toSorted()).toEqual(declared.toSorted());
  });
});
