import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ENVIRONMENT, EnvironmentError, readEnvironment, unknownVariables } from './environment.js';
import { helpText } from './help.js';
import { readHostConfig } from './host-config.js';
import { loadSecrets } from './secrets.js';
import { Secret } from '@ostiary/plugin-api';

const directory = mkdtempSync(join(tmpdir(), 'ostiary-config-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function problemsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readEnvironment(env);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
}

describe('the environment', () => {
  it('has a default for everything that is not a secret', () => {
    const config = readHostConfig({}, '/srv');
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDirectory: '/srv/data',
      databaseUrl: null,
      redisUrl: null,
      roles: ['api', 'worker'],
    });
    expect(config.deploymentFile).toBe('/srv/deployments/embedded.yaml');
  });

  it('tells all that is wrong at once, and repeats no value', () => {
    const env = {
      OSTIARY_PORT: 'eighty',
      OSTIARY_DATABASE_URL: 'mysql://user:hunter2@db/x',
      OSTIARY_ROLES: 'api,cook',
      OSTIARY_LOG_LEVEL: 'loud',
    };
    const problems = problemsOf(env);
    expect(problems).toEqual([
      'OSTIARY_PORT: must be a whole number from 0 to 65535',
      'OSTIARY_ROLES: must be api, worker, or both with a comma between',
      'OSTIARY_LOG_LEVEL: must be one of silent, error, warn, info, debug',
      'OSTIARY_DATABASE_URL: must be a URL with postgres: or postgresql:',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('an empty variable is not set', () => {
    expect(readHostConfig({ OSTIARY_DATABASE_URL: '', OSTIARY_PORT: '' }, '/').port).toBe(8080);
  });

  it('knows typing errors', () => {
    expect(unknownVariables({ OSTIARY_PROT: '1', OSTIARY_PORT: '1', PATH: '/' })).toEqual(['OSTIARY_PROT']);
  });

  it('is described whole by --help', () => {
    const help = helpText();
    for (const [name, { description }] of Object.entries(ENVIRONMENT)) {
      expect(help).toContain(name);
      expect(help).toContain(description);
    }
  });
});

describe('secrets', () => {
  it('are made on the first start where that is allowed, kept in files of the owner, and the same the next time', () => {
    const first = loadSecrets({ env: {}, dataDirectory: directory, generate: true });
    const second = loadSecrets({ env: {}, dataDirectory: directory, generate: true });
    expect(first.peppers[0].secret.reveal()).toBe(second.peppers[0].secret.reveal());
    expect(first.peppers[0].secret.reveal()).not.toBe(first.signing.reveal());
    expect(createPublicKey(first.artefactKey).equals(createPublicKey(second.artefactKey))).toBe(true);
    for (const name of ['pepper', 'signing', 'artefact-key'])
      expect(statSync(join(directory, 'secrets', name)).mode & 0o777).toBe(0o600);
  });

  it('in a file that is cut off, empty or open to others are refused, and not made anew', () => {
    for (const name of ['pepper', 'signing']) {
      const data = mkdtempSync(join(directory, 'kept-'));
      const load = () => loadSecrets({ env: {}, dataDirectory: data, generate: true });
      expect(load().made.map(({ what }) => what)).toEqual(['pepper', 'signing', 'artefact-key']);
      expect(load().made).toEqual([]);
      const file = join(data, 'secrets', name);
      for (const text of ['', '\n', 'x'.repeat(31)]) {
        writeFileSync(file, text);
        expect(load).toThrow(new RegExp(`the file ${file} is cut off or empty`));
      }
      writeFileSync(file, 'x'.repeat(32));
      chmodSync(file, 0o640);
      expect(load).toThrow(`the file ${file} can be read by others than its owner`);
      chmodSync(file, 0o600);
      expect(load().made).toEqual([]);
    }
  });

  it('have to be given where they are not made, and be long enough', () => {
    const load = (env: Record<string, string>) => () => loadSecrets({ env, dataDirectory: directory, generate: false });
    expect(load({})).toThrow(/OSTIARY_PEPPER: must be set.*\n.*OSTIARY_SIGNING_SECRET: must be set/);
    expect(load({ OSTIARY_PEPPER: 'short', OSTIARY_SIGNING_SECRET: 's'.repeat(32) })).toThrow(
      'OSTIARY_PEPPER: must have at least 32 characters',
    );
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const given = { OSTIARY_PEPPER: 'p'.repeat(32), OSTIARY_SIGNING_SECRET: 's'.repeat(32) };
    expect(load(given)).toThrow('OSTIARY_ARTEFACT_KEY: must be set');
    for (const pem of ['x'.repeat(40), privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()]) {
      expect(load({ ...given, OSTIARY_ARTEFACT_KEY: pem })).toThrow('OSTIARY_ARTEFACT_KEY: must be an Ed25519 private');
      expect(load({ ...given, OSTIARY_ARTEFACT_KEY: pem })).not.toThrow(pem.slice(0, 40));
    }
  });

  it('come from files, and two peppers live side by side', () => {
    const file = join(directory, 'pepper.txt');
    writeFileSync(file, `${'a'.repeat(40)}\n`);
    const { peppers } = loadSecrets({
      env: {
        OSTIARY_PEPPER_FILE: file,
        OSTIARY_PEPPER_PREVIOUS: 'b'.repeat(40),
        OSTIARY_SIGNING_SECRET: 's'.repeat(32),
        OSTIARY_ARTEFACT_KEY: generateKeyPairSync('ed25519')
          .privateKey.export({ type: 'pkcs8', format: 'pem' })
          .toString(),
      },
      dataDirectory: directory,
      generate: false,
    });
    expect(peppers.map(({ secret }) => secret.reveal()[0])).toEqual(['a', 'b']);
    expect(new Set(peppers.map(({ id }) => id)).size).toBe(2);
  });

  it('do not show themselves', () => {
    const secret = new Secret('hunter2');
    const shown = [
      String(secret),
      JSON.stringify({ secret }),
      inspect({ secret }, { showHidden: true }),
      JSON.stringify(Object.entries(secret)),
    ];
    for (const text of shown) expect(text).not.toContain('hunter2');
  });
});
