import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { fixtures, startHost } from '@ostiary/testkit';
import { databaseUrl, newDeployment, newDirectory } from '@ostiary/testkit/processes';
import { root } from '@ostiary/testkit/project';
import { startService } from '@ostiary/testkit/service';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CORE_COMMANDS } from '../commands/core-names.js';
import type { AdminDesk } from '../commands/perform.js';
import type { Admin } from '../keys/admin.js';
import { performAdmin } from '../keys/admin-commands.js';
import { PluginCommands } from '../commands/plugin-commands.js';
import { adminSocketPath } from '../config/admin-socket-path.js';
import { createLogger } from '../observe/logger.js';
import { serveAdmin } from '../start/admin-socket.js';
import { addAdminCommands } from './admin.js';

const FIXTURE = pathToFileURL(join(root, 'core/testkit/dist/fixtures/with-commands.js')).href;
const SECRET = 'a-secret-that-nobody-prints';
let directory: string;

beforeAll(() => {
  // Inside the workspace, so that the package finds the plugin api as an installed one would.
  directory = mkdtempSync(join(root, 'node_modules', '.cache-commands-'));
  mkdirSync(join(directory, 'stamps'));
  const manifest = {
    name: 'stamps',
    version: '1.0.0',
    type: 'module',
    ostiary: { plugin: './plugin.js', api: '^1.0.0' },
  };
  writeFileSync(join(directory, 'stamps/package.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'stamps/plugin.js'), `export { withCommands as default } from '${FIXTURE}';`);
  for (const kind of ['embedded', 'hosted'])
    writeFileSync(join(directory, `${kind}.yaml`), `kind: ${kind}\nplugins:\n  - package: ./stamps\n`);
  writeFileSync(join(directory, 'refused.yaml'), 'kind: embedded\nplugins:\n  - package: ./none\n');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `ostiary admin` as an operator does. */
function admin(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  const stores = { OSTIARY_DATABASE_URL: '', OSTIARY_REDIS_URL: '' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'cli/bin/ostiary.js'), 'admin', ...args],
      { env: { ...process.env, ...stores, STAMP_KEY: SECRET, ...env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

const issue = (env: Readonly<Record<string, string>>, holder: string, ...args: readonly string[]): Promise<Ended> =>
  admin(env, 'stamp', 'issue', '--key', 'env:STAMP_KEY', '--holder', holder, ...args);

/** What must be the same wherever a command is done. */
async function issueAndList(env: Readonly<Record<string, string>>, id: number): Promise<void> {
  const issued = await issue(env, 'Ada', '--seats', '3', '--json');
  expect(issued).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(issued.out)).toEqual({ id, issued: expect.stringMatching(/^20..-.*Z$/) });
  const listed = await admin(env, 'stamp', 'list');
  expect(listed.out).toMatch(new RegExp(`^id +holder +seats +ink\\n(.*\\n)*${id} +Ada +3 +blue\\n$`));
  const refused = await issue(env, 'Ada', '--seats', '101');
  expect(refused).toEqual({ code: 1, out: '', err: 'Ada cannot have 101 seats; 100 are the most\n' });
}

/** What is embedded whatever the run is given is not done again where it is given servers. */
const GIVEN_SERVERS = databaseUrl !== undefined;

/** Every command is a process of its own. */
const PATIENCE_MS = 600_000;

describe('a command of a plugin', () => {
  it.skipIf(GIVEN_SERVERS)(
    'is done by the running service, and without it on the same data',
    async () => {
      const env = { OSTIARY_DATA: newDirectory(), OSTIARY_DEPLOYMENT: join(directory, 'embedded.yaml') };
      const service = await startService(env.OSTIARY_DATA, env);
      try {
        await issueAndList(env, 1);
        const broken = await issue(env, 'nobody');
        expect(broken).toEqual({ code: 1, out: '', err: 'the service could not do that; its log says why\n' });
        expect(service.errors()).toContain('a stamp fell off the table');
        expect(service.errors()).not.toContain(SECRET);
      } finally {
        await service.stop();
      }
      await issueAndList(env, 2);
      const broken = await issue(env, 'nobody');
      expect(broken).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('The plugin with-commands failed in'),
      });
      expect(broken.err).not.toContain(SECRET);
      expect((await admin(env, 'audit', 'list')).out.match(/stamp\.issued/g)).toHaveLength(2);
    },
    PATIENCE_MS,
  );

  it.runIf(databaseUrl !== undefined)(
    'is done on PostgreSQL beside the service',
    async () => {
      const { env: stores } = await newDeployment();
      const env = { ...stores, OSTIARY_DEPLOYMENT: join(directory, 'hosted.yaml') };
      const service = await startService(newDirectory(), env);
      expect(service.port).toBeGreaterThan(0);
      try {
        await issueAndList(env, 1);
      } finally {
        await service.stop();
      }
    },
    PATIENCE_MS,
  );

  it.skipIf(GIVEN_SERVERS)('never tells a secret that was typed, and says what is missing', async () => {
    const env = { OSTIARY_DATA: newDirectory(), OSTIARY_DEPLOYMENT: join(directory, 'embedded.yaml') };
    const typed = await admin(env, 'stamp', 'issue', '--holder', 'Ada', '--key', SECRET);
    expect(typed).toEqual({
      code: 1,
      out: '',
      err: '--key: must say where the secret lies, env:NAME or file:path, and not what it is\n',
    });
    const unset = await admin(env, 'stamp', 'issue', '--holder', 'Ada', '--key', 'env:NO_SUCH_KEY');
    expect(unset).toMatchObject({ code: 1, err: '--key: the environment variable NO_SUCH_KEY is not set\n' });
    expect(await admin(env, 'stamp', 'issue', '--key', 'env:STAMP_KEY')).toMatchObject({
      code: 1,
      err: expect.stringContaining("required option '--holder <text>' not specified"),
    });
  });

  it.skipIf(GIVEN_SERVERS)('is listed under its plugin, with its options', async () => {
    const env = { OSTIARY_DATA: newDirectory(), OSTIARY_DEPLOYMENT: join(directory, 'embedded.yaml') };
    const { code, out } = await admin(env, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(
      /Commands:\n +account[^]*\n\nCommands of the plugin with-commands:\n +stamp [^]* +ink \[options\] +Print a text/,
    );
    const help = (await admin(env, 'stamp', 'issue', '--help')).out;
    expect(help).toContain('--ink-color <choice>');
    expect(help).toContain('(choices: "blue", "red")');
    expect(help).toContain('Example:\n  ostiary admin stamp issue --holder Ada --key env:STAMP_KEY\n');
    const refused = await admin({ ...env, OSTIARY_DEPLOYMENT: join(directory, 'refused.yaml') }, '--help');
    expect(refused).toMatchObject({
      code: 0,
      err: expect.stringContaining('not_a_plugin'),
      out: expect.stringContaining('account'),
    });
  });
});

describe('beside a running service, a command of a plugin', () => {
  interface Started {
    readonly path: string;
    readonly close: () => Promise<void>;
    /** How many commands were begun. */
    readonly performed: () => number;
  }
  async function start(): Promise<Started> {
    const host = await startHost({ plugins: [fixtures.withCommands] });
    onTestFinished(() => host.close());
    const { admin: operator } = host as unknown as { readonly admin: Admin };
    const own: AdminDesk['own'] = (given) => performAdmin(operator, given);
    const commands = host.get(PluginCommands);
    const perform = vi.spyOn(commands, 'perform');
    const served = await serveAdmin({ own, commands }, host.dataDirectory, createLogger('silent'));
    return {
      path: adminSocketPath(host.dataDirectory),
      close: () => served.close(),
      performed: () => perform.mock.calls.length,
    };
  }

  const ask = async (socketPath: string, pluginCommand: string, options: object, secrets = {}): Promise<unknown> => {
    const sent = request({ socketPath, method: 'POST', path: '/' });
    sent.end(JSON.stringify({ pluginCommand, options, secrets }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return JSON.parse(await text(response));
  };

  it('is given typed options, and what it gives back is JSON without secrets', async () => {
    const { path, close } = await start();
    onTestFinished(close);
    const options = { holder: 'Ada', marks: ['a', 'b'], draft: true, key: { env: 'X' } };
    expect(await ask(path, 'stamp issue', options, { key: SECRET })).toEqual({
      result: { holder: 'Ada', seats: 1, ink: 'blue', marks: ['a', 'b'], key: '[secret]' },
    });
    expect(await ask(path, 'stamp issue', { ...options, ink_color: 'green', seats: 'many' })).toEqual({
      error: '--seats: Must be a number.\n--ink-color: Must be one of: blue, red.',
    });
    expect(await ask(path, 'ink', { endless: false })).toEqual({
      result: 'as dark as \u001b[1mnight\nand as wet as rain\n',
    });
    expect(await ask(path, 'stamp burn', {})).toEqual({
      error: 'there is no command stamp burn of a plugin in the service that runs',
    });
  });

  it('ends when the service stops', async () => {
    const { path, close, performed } = await start();
    const answer = ask(path, 'ink', { endless: true });
    await expect.poll(performed).toBe(1);
    await close();
    expect(await answer).toMatchObject({ result: expect.stringContaining('dark') });
  });
});

it('the names that no plugin may take are those of the host', () => {
  const names = addAdminCommands(new Command()).commands.map((command) => command.name());
  expect([...names, 'help'].toSorted()).toEqual(CORE_COMMANDS.toSorted());
});
