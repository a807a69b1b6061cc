import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../observe/logger.js';
import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAdmin } from '../start/admin-socket.js';
import type { AdminDesk } from '../commands/perform.js';
import type { Admin } from '../keys/admin.js';
import { type AdminCommand, performAdmin } from '../keys/admin-commands.js';
import { PluginCommands } from '../commands/plugin-commands.js';
import { sendAdmin } from './send.js';

let host: TestHost;
let socket: Awaited<ReturnType<typeof serveAdmin>>;

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withMode] });
  const { admin } = host as unknown as { readonly admin: Admin };
  const own: AdminDesk['own'] = (given) => performAdmin(admin, given);
  const desk = { own, commands: host.get(PluginCommands) };
  socket = await serveAdmin(desk, host.dataDirectory, createLogger('silent'));
});
afterAll(async () => {
  await socket.close();
  await host.close();
});

/** As the command does, beside a service that runs. */
const send = (command: AdminCommand) => sendAdmin(command, { OSTIARY_DATA: host.dataDirectory }, process.cwd());

describe('the admin command beside a running service', () => {
  it('suspends an account and ends the suspension', async () => {
    const id = await host.createAccount({ name: 'Second' });
    expect(await send({ command: 'account suspend', id })).toEqual({ id, status: 'suspended' });
    expect(await send({ command: 'account list' })).toContainEqual(
      expect.objectContaining({ id, name: 'Second', plan: 'standard', status: 'suspended' }),
    );
    expect(await send({ command: 'account resume', id })).toEqual({ id, status: 'active' });
  });

  it('says what cannot be done', async () => {
    await expect(send({ command: 'account suspend', id: 'acc_none' })).rejects.toThrow('there is no account acc_none');
    const account = await host.createAccount();
    const refused = (over: object): Promise<unknown> =>
      send({ command: 'key create', account, grants: host.registry.grants.slice(0, 1), ...over });
    await expect(refused({ grants: ['none_such'] })).rejects.toThrow(/^unknown grants: none_such; there are: /);
    await expect(refused({ expires: 'tomorrow' })).rejects.toThrow(
      '--expires: Must be a time as in 2026-01-31T12:00:00Z.',
    );
    await expect(refused({ expires: '2020-01-01T00:00:00Z' })).rejects.toThrow(
      '--expires: 2020-01-01T00:00:00.000Z is in the past.',
    );
    await expect(refused({ profiles: ['lazy'] })).rejects.toThrow(
      'unknown profiles: lazy; there are: standard, quick, thorough',
    );
    await expect(refused({ name: '' })).rejects.toThrow('--name: Must not be empty.');
  });
});

it('the admin command makes no data folder where there is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ostiary-elsewhere-'));
  const data = join(folder, 'elsewhere');
  await expect(sendAdmin({ command: 'account list' }, { OSTIARY_DATA: data }, process.cwd())).rejects.toThrow(
    /^There is no database in .*elsewhere\. Set OSTIARY_DATA /,
  );
  expect(existsSync(data)).toBe(false);
  rmSync(folder, { recursive: true });
});
