import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, prepare } from './boot.js';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ostiary-faults-'));
  writeFileSync(join(directory, 'deployment.yaml'), 'kind: embedded\nplugins: []\n');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What the operator is told when the settings are read; the process prints it and ends with 1. */
const told = async (over: Readonly<Record<string, string>>, begin: typeof start = start): Promise<string> => {
  const env = {
    OSTIARY_PORT: '0',
    OSTIARY_DATA: join(directory, 'data'),
    OSTIARY_DEPLOYMENT: join(directory, 'deployment.yaml'),
  };
  const error = await begin({ ...env, ...over }).then(
    () => new Error('it started'),
    (thrown: Error) => thrown,
  );
  expect(error.name).toMatch(/^(Environment|Deployment)Error$/);
  return error.message;
};
const start = async (env: Readonly<Record<string, string>>): Promise<void> => {
  await boot(await prepare(env, directory));
};
/** On a database that is there already. */
const listen = async (env: Readonly<Record<string, string>>): Promise<void> => {
  await (await startHost({ env })).close();
};

describe('a start that fails tells in its own words', () => {
  it('that the deployment file is not there', async () => {
    expect(await told({ OSTIARY_DEPLOYMENT: join(directory, 'none.yaml') })).toContain('no such file');
  });

  it('that a hosted deployment has no database', async () => {
    const hosted = join(directory, 'hosted.yaml');
    writeFileSync(hosted, 'kind: hosted\nplugins: []\n');
    expect(await told({ OSTIARY_DEPLOYMENT: hosted })).toMatch(/OSTIARY_DATABASE_URL: must be set/);
  });

  it('that the port is taken, or the address another machine’s', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await told({ OSTIARY_PORT: String(port) }, listen)).toBe(
      `OSTIARY_PORT: port ${port} of 127.0.0.1 is taken; set another one, or 0 for any`,
    );
    other.close();
    // TEST-NET-3: no machine has it.
    expect(await told({ OSTIARY_HOST: '203.0.113.7' }, listen)).toBe(
      'OSTIARY_HOST: 203.0.113.7 is no address of this machine',
    );
  });

  it('that the data folder cannot be used', async () => {
    const file = join(directory, 'deployment.yaml');
    expect(await told({ OSTIARY_DATA: file })).toBe(
      `OSTIARY_DATA: the folder ${file} cannot be used: it is not a folder`,
    );
    expect(await told({ OSTIARY_DATA: join(file, 'below') })).toMatch(
      /^OSTIARY_DATA: the folder .* cannot be used: .*$/,
    );
  });

  it('that a secret cannot be read', async () => {
    expect(await told({ OSTIARY_PEPPER_FILE: join(directory, 'none') })).toMatch(
      /^OSTIARY_PEPPER_FILE: cannot be read: ENOENT.*$/,
    );
  });

  it('that the database does not answer', async () => {
    expect(await told({ OSTIARY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toMatch(
      /^OSTIARY_DATABASE_URL: the database cannot be used: .*$/,
    );
  });

  it('that there is no such role', async () => {
    expect(await told({ OSTIARY_ROLES: 'serve' })).toBe(
      'OSTIARY_ROLES: must be api, worker, or both with a comma between',
    );
  });
});
