import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@ostiary/testkit/project';
import { type Service, startService } from '@ostiary/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The tests of a step wait for those before: they are one story. */
const LONG = 600_000;

describe("a partner's first hour, outside the checkout", () => {
  const outside = mkdtempSync(join(tmpdir(), 'ostiary-partner-'));
  const plugin = join(outside, 'prices');
  const deployment = join(outside, 'deployment.yaml');
  const plugins = join(outside, 'installed');
  const data = join(outside, 'data');
  let service: Service | undefined;

  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    OSTIARY_DATABASE_URL: '',
    OSTIARY_REDIS_URL: '',
    OSTIARY_DEPLOYMENT: deployment,
    OSTIARY_PLUGINS: plugins,
    OSTIARY_DATA: data,
    // Of the run of these tests; a partner's own begins without them.
    NODE_OPTIONS: '',
    NODE_TEST_CONTEXT: undefined,
  };
  /** Runs a command as it is typed. */
  async function type(line: string, folder: string): Promise<string> {
    const [command = '', ...args] = line.split(' ');
    // What is typed in the checkout runs the bundle, as the service below does.
    const given = folder === root ? { ...env, NODE_OPTIONS: process.env['NODE_OPTIONS'] } : env;
    const typed = promisify(execFile)(command, args, { cwd: folder, env: given, maxBuffer: 16 * 1024 * 1024 });
    const { stdout } = await typed.catch((error: Error & { stdout: string; stderr: string }) => {
      throw new Error(`${line}:\n${error.stdout}\n${error.stderr}`);
    });
    return stdout;
  }

  beforeAll(() => cpSync(join(root, 'examples', 'partner-prices'), plugin, { recursive: true }));
  afterAll(async () => {
    const code = service === undefined ? 0 : await service.stop();
    rmSync(outside, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the service did not stop cleanly: it ended with code ${code}`);
  });

  it('begins with the plugin api and the testkit, packed and installed', { timeout: LONG }, async () => {
    await type(`npm run --silent pack:api -- ${join(plugin, 'vendor')}`, root);
    await type('npm install --no-audit --no-fund', plugin);
    expect(existsSync(join(plugin, 'node_modules', '.bin', 'ostiary-conform'))).toBe(true);
  });

  it('goes on with a plugin that is built and whose tests pass', { timeout: LONG }, async () => {
    await type('npm run --silent build', plugin);
    expect(await type('npm test --silent', plugin)).toMatch(/pass 3\b[^]*fail 0\b/);
  });

  it('keeps every promise', { timeout: LONG }, async () => {
    expect(await type('npm run --silent conform', plugin)).toMatch(/^\d+ kept, 0 broken$/m);
  });

  it(
    'is installed, and the deployment file that names it lies outside the checkout, too',
    { timeout: LONG },
    async () => {
      await type('npm pack --silent', plugin);
      const added = await type(`npx ostiary plugins add ${join(plugin, 'ostiary-plugin-prices-1.0.0.tgz')}`, root);
      expect(added).toContain('ostiary-plugin-prices');
      writeFileSync(
        deployment,
        'kind: embedded\nplugins:\n  - package: "@ostiary/guardrail"\n  - package: ostiary-plugin-prices\n    config: { keepDays: 90 }\n',
      );
      const shown = await type('npx ostiary plugins', root);
      expect(shown).toContain('├─ mode check_order (grant prices)');
      expect(shown).not.toContain('no Portuguese');
    },
  );

  it('is served', { timeout: LONG }, async () => {
    service = await startService(data, { OSTIARY_DEPLOYMENT: deployment, OSTIARY_PLUGINS: plugins });
    const headers = {
      authorization: `Bearer ${readFileSync(join(data, 'first-key'), 'utf8').trim()}`,
      'content-type': 'application/json',
    };
    const ask = async (method: string, path: string, body: object): Promise<unknown> => {
      const url = `http://127.0.0.1:${service?.port}${path}`;
      return (await fetch(url, { method, headers, body: JSON.stringify(body) })).json();
    };
    expect(await ask('PUT', '/v1/prices/bolt', { cents: 12 })).toEqual({ cents: 12 });
    const order = { mode: 'check_order', lines: [{ article: 'bolt', cents: 13 }] };
    expect(await ask('POST', '/v1/solves', order)).toMatchObject({
      status: 'succeeded',
      result: { wrong: ['bolt'], unknown: [], median_cents: 13 },
    });
    const file = 'bolt;13\n';
    const sha256 = createHash('sha256').update(file).digest('hex');
    const opened = { purpose: 'order', media_type: 'text/csv', size: file.length, sha256 };
    const upload = (await ask('POST', '/v1/uploads', opened)) as { id: string; content_path: string };
    const sent = await fetch(`http://127.0.0.1:${service.port}${upload.content_path}`, {
      method: 'PUT',
      headers: { authorization: headers.authorization },
      body: file,
    });
    expect(await sent.json()).toMatchObject({ complete: true });
    expect(await ask('POST', '/v1/solves', { mode: 'check_order', file: { upload_id: upload.id } })).toMatchObject({
      result: { wrong: ['bolt'], unknown: [], median_cents: 13 },
    });
    const contract = await (await fetch(`http://127.0.0.1:${service.port}/openapi.pt.yaml`)).text();
    expect(contract).toContain('Definir o preço de um artigo');
  });
});
