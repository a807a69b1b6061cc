import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
const main = join(workspace, 'core/host/dist/main.js');
const cli = join(workspace, 'cli/bin/ostiary.js');
const run = promisify(execFile);
let directory: string;
let data: string;
const children: ChildProcess[] = [];

const PLUGIN = `
import { defineMode, definePlugin } from '@ostiary/plugin-api';
import { z } from 'zod';
export default definePlugin({
  id: 'shout', grants: ['shout'], translations: { pt: { Shout: 'Gritar' } },
  modes: [defineMode({
    name: 'shout', title: 'Shout', grant: 'shout', limits: { inlineBytes: 1000, seconds: 5 }, example: { text: "it's me" },
    request: z.strictObject({ text: z.string() }), result: z.strictObject({ text: z.string() }),
    solve: async ({ text }) => {
      if (text === 'slowly') await new Promise((resolve) => setTimeout(resolve, 3000));
      return { text: text.toUpperCase() };
    },
  })],
});`;

beforeAll(() => {
  directory = mkdtempSync(join(workspace, 'node_modules', '.cache-process-'));
  mkdirSync(join(directory, 'shout'));
  writeFileSync(
    join(directory, 'shout', 'package.json'),
    JSON.stringify({
      name: 'shout',
      version: '3.2.1',
      type: 'module',
      ostiary: { plugin: './plugin.js', api: '^1.0.0' },
    }),
  );
  writeFileSync(join(directory, 'shout', 'plugin.js'), PLUGIN);
  writeFileSync(join(directory, 'deployment.yaml'), 'kind: embedded\nplugins:\n  - package: ./shout\n');
  data = join(directory, "data with 'quotes'");
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const environment = (over: Record<string, string> = {}) => ({
  ...process.env,
  OSTIARY_DATABASE_URL: '',
  OSTIARY_REDIS_URL: '',
  OSTIARY_PORT: '0',
  OSTIARY_DATA: data,
  OSTIARY_DEPLOYMENT: join(directory, 'deployment.yaml'),
  ...over,
});

interface Process {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
}

function launch(over: Record<string, string> = {}, args: readonly string[] = []): Process {
  const child = spawn(process.execPath, [main, ...args], { env: environment(over), stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return { child, output: () => output, errors: () => errors };
}

async function ready(over: Record<string, string> = {}): Promise<Process & { readonly url: string }> {
  const process = launch(over);
  const deadline = Date.now() + 60_000;
  while (!process.output().includes('Stop with Ctrl-C')) {
    if (process.child.exitCode !== null || Date.now() > deadline)
      throw new Error(`it did not start: ${process.output()}${process.errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { ...process, url: /ready at (\S+)/.exec(process.output())?.[1] ?? '' };
}

async function stop({ child }: Process, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const ostiary = async (...args: readonly string[]) =>
  (await run(process.execPath, [cli, ...args], { env: environment() })).stdout;

describe('the process', () => {
  it('starts on an empty folder, prints a request that works by copy and paste, stops cleanly, and opens the same data again', async () => {
    const first = await ready();
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
    const keyFile = join(data, 'first-key');
    const key = readFileSync(keyFile, 'utf8').trim();
    expect(first.output()).toContain(keyFile);
    expect(first.output().split(key)).toHaveLength(2);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const curl =
      first
        .output()
        .split('\n')
        .find((line) => line.startsWith('curl')) ?? '';
    const answer = JSON.parse((await run('sh', ['-c', curl])).stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({ object: 'solve', status: 'succeeded', result: { text: "IT'S ME" } });
    expect(await stop(first, 'SIGINT')).toBe(0);
    expect(first.errors()).toBe('');

    const second = await ready();
    expect(second.output()).not.toContain(key);
    expect(second.output()).toContain(keyFile);
    const again = await fetch(`${second.url}/v1/solves/${String(answer['id'])}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await again.json()).toMatchObject({ id: answer['id'], status: 'succeeded' });
    expect(await stop(second, 'SIGTERM')).toBe(0);
  });

  it('ends the requests that are in flight before it stops', async () => {
    const host = await ready();
    const key = readFileSync(join(data, 'first-key'), 'utf8').trim();
    const jobs = async (): Promise<number> => {
      const list = await fetch(`${host.url}/v1/solves`, { headers: { authorization: `Bearer ${key}` } });
      return ((await list.json()) as { data: unknown[] }).data.length;
    };
    const before = await jobs();
    const answer = fetch(`${host.url}/v1/solves`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=10' },
      body: JSON.stringify({ mode: 'shout', text: 'slowly' }),
    });
    await expect.poll(jobs).toBeGreaterThan(before);
    const stopped = stop(host, 'SIGTERM');
    expect([200, 202]).toContain((await answer).status);
    expect(await stopped).toBe(0);
  });

  it('gives the first key the grants of plugins that came since', async () => {
    const file = join(directory, 'louder.yaml');
    mkdirSync(join(directory, 'louder'), { recursive: true });
    const manifest = {
      name: 'louder',
      version: '1.0.0',
      type: 'module',
      ostiary: { plugin: './plugin.js', api: '^1.0.0' },
    };
    writeFileSync(join(directory, 'louder', 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(directory, 'louder', 'plugin.js'), PLUGIN.replaceAll('shout', 'louder'));
    writeFileSync(file, 'kind: embedded\nplugins:\n  - package: ./shout\n  - package: ./louder\n');
    const host = await ready({ OSTIARY_DEPLOYMENT: file });
    const headers = { authorization: `Bearer ${readFileSync(join(data, 'first-key'), 'utf8').trim()}` };
    const capabilities = (await (await fetch(`${host.url}/v1/capabilities`, { headers })).json()) as {
      key: { grants: string[] };
    };
    expect(capabilities.key.grants).toEqual(['louder', 'shout']);
    await stop(host, 'SIGTERM');
  });

  it('is refused on a folder in use, in one clear line, and starts there after the other was killed', async () => {
    const first = await ready();
    const second = launch();
    const [code] = (await once(second.child, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.errors()).toMatch(/^The data folder .* is in use by process \d+\..*\n$/);
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
    await stop(first, 'SIGKILL');
    const third = await ready();
    expect(await stop(third, 'SIGTERM')).toBe(0);
  });

  it('lets the operator make, list and revoke keys while it runs, and while it does not', async () => {
    const host = await ready();
    const account = JSON.parse(await ostiary('admin', 'account', 'create', '--name', 'Second', '--json')) as {
      id: string;
    };
    const made = JSON.parse(
      await ostiary(
        'admin',
        'key',
        'create',
        '--account',
        account.id,
        '--grants',
        'shout',
        '--name',
        'ci',
        '--expires',
        '2099-01-01T00:00:00Z',
        '--json',
      ),
    ) as { id: string; key: string };
    const status = async () =>
      (await fetch(`${host.url}/v1/account`, { headers: { authorization: `Bearer ${made.key}` } })).status;
    expect(await status()).toBe(200);
    const list = await ostiary('admin', 'key', 'list', '--account', account.id);
    expect(list).toMatch(
      new RegExp(`${made.id}  ${account.id}  ci +${made.key.slice(-4)}  shout +2099-01-01T00:00:00.000Z`),
    );
    expect(list).not.toContain(made.key);
    await ostiary('admin', 'key', 'revoke', made.id);
    expect(await status()).toBe(401);
    await ostiary('admin', 'account', 'suspend', account.id);
    expect(await ostiary('admin', 'account', 'list')).toMatch(new RegExp(`${account.id}  Second +standard  suspended`));
    await expect(
      ostiary('admin', 'key', 'create', '--account', account.id, '--grants', 'none_such'),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('unknown grants: none_such; there are: shout'),
    });
    for (const [option, value, fault] of [
      ['--expires', 'tomorrow', '--expires: Must be a time as in 2026-01-31T12:00:00Z.'],
      ['--expires', '2020-01-01T00:00:00Z', '--expires: 2020-01-01T00:00:00.000Z is in the past.'],
      ['--profiles', 'lazy', 'unknown profiles: lazy; there are: standard, quick, thorough'],
      ['--name', '', '--name: Must not be empty.'],
    ] as const) {
      const refused = ostiary('admin', 'key', 'create', '--account', account.id, '--grants', 'shout', option, value);
      await expect(refused).rejects.toMatchObject({ code: 1, stderr: `${fault}\n` });
    }
    await expect(ostiary('admin', 'account', 'create', '--name', 'x', '--units', 'many')).rejects.toMatchObject({
      stderr: '--units: Must be a number.\n',
    });
    await stop(host, 'SIGTERM');
    expect(existsSync(join(data, 'admin.sock'))).toBe(false);
    const elsewhere = join(directory, 'elsewhere');
    const onNothing = run(process.execPath, [cli, 'admin', 'account', 'list'], {
      env: environment({ OSTIARY_DATA: elsewhere }),
    });
    await expect(onNothing).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no database in .*elsewhere\. Set OSTIARY_DATA .*\n$/) as string,
    });
    expect(existsSync(elsewhere)).toBe(false);
    expect(await ostiary('admin', 'account', 'resume', account.id)).toContain('active');
    await expect(ostiary('admin', 'account', 'suspend', 'acc_none')).rejects.toMatchObject({
      stderr: 'there is no account acc_none\n',
    });
  });

  it('tells faults of the installation in their own words, all at once, and exits with 1', async () => {
    const told = async (over: Record<string, string>, args: readonly string[] = []) => {
      const { child, errors } = launch(over, args);
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(1);
      expect(errors()).not.toContain('    at ');
      return errors();
    };
    expect(await told({ OSTIARY_PORT: 'x', OSTIARY_WORKERS: '0' })).toBe(
      'OSTIARY_PORT: must be a whole number from 0 to 65535\nOSTIARY_WORKERS: must be a whole number from 1 to 256\n',
    );
    expect(await told({ OSTIARY_DEPLOYMENT: join(directory, 'none.yaml') })).toContain('no such file');
    const broken = join(directory, 'broken.yaml');
    writeFileSync(
      broken,
      'kind: embedded\nplugins:\n  - package: ./shout\n    config: { loud: true }\n  - package: nowhere\n',
    );
    expect(await told({ OSTIARY_DEPLOYMENT: broken })).toMatch(
      /not_a_plugin {2}nowhere: .*\n {2}config_invalid {2}shout: /,
    );
    const hosted = join(directory, 'hosted.yaml');
    writeFileSync(hosted, 'kind: hosted\nplugins: []\n');
    expect(await told({ OSTIARY_DEPLOYMENT: hosted })).toMatch(/OSTIARY_DATABASE_URL: must be set/);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await told({ OSTIARY_PORT: String(port) })).toBe(
      `OSTIARY_PORT: port ${port} of 127.0.0.1 is taken; set another one, or 0 for any\n`,
    );
    other.close();
    // TEST-NET-3: no machine has it.
    expect(await told({ OSTIARY_HOST: '203.0.113.7' })).toBe(
      'OSTIARY_HOST: 203.0.113.7 is no address of this machine\n',
    );
    expect(await told({ OSTIARY_DATA: broken })).toBe(
      `OSTIARY_DATA: the folder ${broken} cannot be used: it is not a folder\n`,
    );
    expect(await told({ OSTIARY_DATA: join(broken, 'below') })).toMatch(
      /^OSTIARY_DATA: the folder .* cannot be used: .*\n$/,
    );
    expect(await told({ OSTIARY_PEPPER_FILE: join(directory, 'none') })).toMatch(
      /^OSTIARY_PEPPER_FILE: cannot be read: ENOENT.*\n$/,
    );
    expect(await told({ OSTIARY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toMatch(
      /^OSTIARY_DATABASE_URL: the database cannot be used: .*\n$/,
    );
    expect(await told({}, ['--halp'])).toMatch(/^Unknown option '--halp'.*\nSee npm start -- --help\n$/);
    expect(await told({}, ['serve'])).toBe('OSTIARY_ROLES: must be api, worker, or both with a comma between\n');
  });

  it('explains itself', async () => {
    const { stdout } = await run(process.execPath, [main, '--help']);
    expect(stdout).toContain('OSTIARY_DATABASE_URL');
    expect(await ostiary('plugins')).toMatch(
      /^shout 3\.2\.1 \(shout, plugin api \^1\.0\.0, \d+ ms\)\n└─ mode shout \(grant shout\)\n$/,
    );
  });
});
