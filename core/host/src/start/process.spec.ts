import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@ostiary/testkit/project';
import { SHORT_LIVED } from '@ostiary/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = join(root, 'core/host/dist/main.js');
const cli = join(root, 'cli/bin/ostiary.js');
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

/** Writes a package of a plugin with one mode, both named `id`. */
function writePlugin(id: string, version: string): void {
  mkdirSync(join(directory, id));
  const manifest = { name: id, version, type: 'module', ostiary: { plugin: './plugin.js', api: '^1.0.0' } };
  writeFileSync(join(directory, id, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, id, 'plugin.js'), PLUGIN.replaceAll('shout', id));
}

beforeAll(() => {
  directory = mkdtempSync(join(root, 'node_modules', '.cache-process-'));
  writePlugin('shout', '3.2.1');
  writePlugin('louder', '1.0.0');
  writeFileSync(join(directory, 'deployment.yaml'), 'kind: embedded\nplugins:\n  - package: ./shout\n');
  writeFileSync(
    join(directory, 'louder.yaml'),
    'kind: embedded\nplugins:\n  - package: ./shout\n  - package: ./louder\n',
  );
  data = join(directory, "data with 'quotes'");
});
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(directory, { recursive: true, force: true });
});

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
  const child = spawn(process.execPath, [...SHORT_LIVED, main, ...args], {
    env: environment(over),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return { child, output: () => output, errors: () => errors };
}

type Ready = Process & { readonly url: string };

async function ready(over: Record<string, string> = {}): Promise<Ready> {
  const process = launch(over);
  const started = (): boolean => {
    if (process.child.exitCode !== null) throw new Error(`it did not start: ${process.output()}${process.errors()}`);
    return process.output().includes('Stop with Ctrl-C');
  };
  await expect.poll(started, { interval: 20 }).toBe(true);
  return { ...process, url: /ready at (\S+)/.exec(process.output())?.[1] ?? '' };
}

async function stop({ child }: Process, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const ostiary = async (...args: readonly string[]) =>
  (await run(process.execPath, [cli, ...args], { env: environment() })).stdout;
const firstKey = (): string => readFileSync(join(data, 'first-key'), 'utf8').trim();
const get = (host: Ready, path: string, key = firstKey()): Promise<Response> =>
  fetch(`${host.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

// One data folder and three processes on it, one after the other: each test goes on from where the one before it ended.
describe('the process', () => {
  let host: Ready;
  let answer: Record<string, unknown>;

  it('starts on an empty folder, prints a request that works by copy and paste, and stops cleanly', async () => {
    host = await ready();
    expect((await get(host, '/health/ready')).status).toBe(200);
    const keyFile = join(data, 'first-key');
    expect(host.output()).toContain(keyFile);
    expect(host.output().split(firstKey())).toHaveLength(2);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const curl =
      host
        .output()
        .split('\n')
        .find((line) => line.startsWith('curl')) ?? '';
    answer = JSON.parse((await run('sh', ['-c', curl])).stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({ object: 'solve', status: 'succeeded', result: { text: "IT'S ME" } });
    expect(await stop(host, 'SIGINT')).toBe(0);
    expect(host.errors()).toBe('');
  });

  it('opens the same data again, and gives the first key the grants of plugins that came since', async () => {
    host = await ready({ OSTIARY_DEPLOYMENT: join(directory, 'louder.yaml') });
    expect(host.output()).not.toContain(firstKey());
    expect(host.output()).toContain(join(data, 'first-key'));
    const again = await get(host, `/v1/solves/${String(answer['id'])}`);
    expect(await again.json()).toMatchObject({ id: answer['id'], status: 'succeeded' });
    const capabilities = (await (await get(host, '/v1/capabilities')).json()) as { key: { grants: string[] } };
    expect(capabilities.key.grants).toEqual(['louder', 'shout']);
  });

  it('is refused on a folder in use, in one clear line, and starts there after the other was killed', async () => {
    const second = launch();
    const [code] = (await once(second.child, 'close')) as [number];
    expect(code).toBe(1);
    expect(second.errors()).toMatch(/^The data folder .* is in use by process \d+\..*\n$/);
    expect((await get(host, '/health/ready')).status).toBe(200);
    await stop(host, 'SIGKILL');
    host = await ready();
    expect((await get(host, '/health/ready')).status).toBe(200);
  });

  it('lets the operator make, list and revoke keys while it runs', async () => {
    const account = JSON.parse(await ostiary('admin', 'account', 'create', '--name', 'Second', '--json')) as {
      id: string;
    };
    const options = ['--account', account.id, '--grants', 'shout', '--name', 'ci', '--expires', '2099-01-01T00:00:00Z'];
    const made = JSON.parse(await ostiary('admin', 'key', 'create', ...options, '--json')) as {
      id: string;
      key: string;
    };
    const status = async () => (await get(host, '/v1/account', made.key)).status;
    expect(await status()).toBe(200);
    const list = await ostiary('admin', 'key', 'list', '--account', account.id);
    expect(list).toMatch(
      new RegExp(`${made.id}  ${account.id}  ci +${made.key.slice(-4)}  shout +2099-01-01T00:00:00.000Z`),
    );
    expect(list).not.toContain(made.key);
    await ostiary('admin', 'key', 'revoke', made.id);
    expect(await status()).toBe(401);
    await expect(ostiary('admin', 'account', 'create', '--name', 'x', '--units', 'many')).rejects.toMatchObject({
      code: 1,
      stderr: '--units: Must be a number.\n',
    });
  });

  it('ends the requests that are in flight before it stops, and leaves no socket behind', async () => {
    const jobs = async (): Promise<number> => {
      const list = await get(host, '/v1/solves');
      return ((await list.json()) as { data: unknown[] }).data.length;
    };
    const before = await jobs();
    const submitted = fetch(`${host.url}/v1/solves`, {
      method: 'POST',
      headers: { authorization: `Bearer ${firstKey()}`, 'content-type': 'application/json', prefer: 'wait=10' },
      body: JSON.stringify({ mode: 'shout', text: 'slowly' }),
    });
    await expect.poll(jobs).toBeGreaterThan(before);
    const stopped = stop(host, 'SIGTERM');
    expect([200, 202]).toContain((await submitted).status);
    expect(await stopped).toBe(0);
    expect(existsSync(join(data, 'admin.sock'))).toBe(false);
  });

  it('lets the operator work on its data while it does not run', async () => {
    expect(await ostiary('admin', 'account', 'list')).toMatch(/ {2}Second +standard {2}active/);
  });
});

describe('the process that cannot start', () => {
  const told = async (over: Record<string, string>, args: readonly string[] = []): Promise<string> => {
    const { child, errors } = launch(over, args);
    // Not `exit`, after which something may still be read.
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(1);
    expect(errors()).not.toContain('    at ');
    return errors();
  };

  it('tells all faults of its settings at once', async () => {
    expect(await told({ OSTIARY_PORT: 'x', OSTIARY_WORKERS: '0' })).toBe(
      'OSTIARY_PORT: must be a whole number from 0 to 65535\nOSTIARY_WORKERS: must be a whole number from 1 to 256\n',
    );
  });

  it('tells all refusals of plugins', async () => {
    const broken = join(directory, 'broken.yaml');
    writeFileSync(
      broken,
      'kind: embedded\nplugins:\n  - package: ./shout\n    config: { loud: true }\n  - package: nowhere\n',
    );
    const untouched = join(directory, 'no data yet');
    expect(await told({ OSTIARY_DEPLOYMENT: broken, OSTIARY_DATA: untouched })).toMatch(
      /not_a_plugin {2}nowhere: .*\n {2}config_invalid {2}shout: /,
    );
    expect(existsSync(untouched)).toBe(false);
  });

  it('tells where its usage is explained', async () => {
    expect(await told({}, ['--halp'])).toMatch(/^Unknown option '--halp'.*\nSee npm start -- --help\n$/);
  });
});

describe('the process explains', () => {
  it('its settings', async () => {
    const { stdout } = await run(process.execPath, [main, '--help']);
    expect(stdout).toContain('OSTIARY_DATABASE_URL');
  });

  it('its plugins', async () => {
    expect(await ostiary('plugins')).toMatch(
      /^shout 3\.2\.1 \(shout, plugin api \^1\.0\.0, \d+ ms\)\n└─ mode shout \(grant shout\)\n$/,
    );
  });
});
