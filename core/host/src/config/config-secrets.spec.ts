import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Secret, secret } from '@ostiary/plugin-api';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfigSecrets } from './config-secrets.js';
import { EnvironmentError } from './environment.js';

const directory = mkdtempSync(join(tmpdir(), 'ostiary-config-secrets-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const Config = z.strictObject({
  key: secret(),
  providers: z.record(z.string(), z.strictObject({ token: secret() })).default({}),
});
const TEXT = 'sk-canary-77';

function read(given: z.input<typeof Config>, env: Record<string, string> = {}): z.output<typeof Config> {
  const config = Config.parse(given);
  readConfigSecrets([{ id: 'trial', config }], env, directory);
  return config;
}

describe('a secret of a configuration', () => {
  it('is read from the environment, or from a file beside the deployment file, without the line break at its end', () => {
    writeFileSync(join(directory, 'token'), `${TEXT} \n`);
    const config = read(
      { key: { env: 'TRIAL_KEY' }, providers: { a: { token: { file: 'token' } } } },
      { TRIAL_KEY: TEXT },
    );
    expect([config.key.reveal(), config.providers['a']?.token.reveal()]).toEqual([TEXT, `${TEXT} `]);
  });

  it('is not written in the deployment file, and what is written there all the same is not repeated', () => {
    for (const key of [TEXT, { text: TEXT }, { env: TEXT }, { env: 'A', file: TEXT }, [TEXT], null, undefined]) {
      const { error } = Config.safeParse({ key });
      expect(error?.issues.map(({ message }) => message)).toEqual([
        expect.stringContaining('{env: NAME} or {file: path}'),
      ]);
      expect(inspect(error, { depth: 9 })).not.toContain(TEXT);
    }
  });

  it('that is not there is named with its place, all of them together', () => {
    writeFileSync(join(directory, 'empty'), '\n');
    const given = {
      key: { env: 'TRIAL_KEY' },
      providers: { a: { token: { file: 'none' } }, b: { token: { file: 'empty' } } },
    };
    for (const env of [{}, { TRIAL_KEY: '' }] as Record<string, string>[])
      expect(() => read(given, env)).toThrow(
        new EnvironmentError([
          'config/key of the plugin trial: the environment variable TRIAL_KEY is not set',
          `config/providers/a/token of the plugin trial: the file ${join(directory, 'none')} cannot be read: ENOENT`,
          `config/providers/b/token of the plugin trial: the file ${join(directory, 'empty')} is empty`,
        ]),
      );
  });

  it('does not show itself, and is not there before the start', () => {
    const { key } = read({ key: { env: 'TRIAL_KEY' } }, { TRIAL_KEY: TEXT });
    for (const text of [
      String(key),
      JSON.stringify({ key }),
      inspect({ key }, { showHidden: true, depth: 9 }),
      JSON.stringify(Object.entries(key)),
    ])
      expect(text).not.toContain(TEXT);
    expect(String(new Secret(TEXT))).toBe('[secret]');
    expect(() => Config.parse({ key: { env: 'TRIAL_KEY' } }).key.reveal()).toThrow(/before the start/);
  });
});
