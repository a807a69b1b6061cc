import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Secret, type SecretReference } from '@ostiary/plugin-api';
import { EnvironmentError } from './environment.js';

interface Configured {
  /** Id of the plugin. */
  readonly id: string;
  /** As its schema made it. */
  readonly config: unknown;
}

/**
 * Reads the secrets that configurations refer to, and notes them there. Files are named from `directory`, that of the
 * deployment file; the line break at their end is not part of the secret.
 * @throws EnvironmentError naming every one that is not there; never what one says
 */
export function readConfigSecrets(
  plugins: readonly Configured[],
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): void {
  const problems: string[] = [];
  for (const { id, config } of plugins) {
    for (const { at, secret } of secretsIn(config)) {
      const where = `config${at} of the plugin ${id}`;
      const found = secret.reference === null ? undefined : readSecret(secret.reference, env, directory);
      if (found === undefined) continue;
      if ('problem' in found) problems.push(`${where}: ${found.problem}`);
      else secret.resolve(found.text);
    }
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
}

function* secretsIn(value: unknown, at = ''): Generator<{ readonly at: string; readonly secret: Secret }> {
  if (value instanceof Secret) yield { at, secret: value };
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* secretsIn(member, `${at}/${name}`);
}

/**
 * Returns the text that a reference stands for, or why there is none; never with what it says.
 * @param directory folder that files are named from
 */
export function readSecret(
  reference: SecretReference,
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): { readonly text: string } | { readonly problem: string } {
  if ('env' in reference) {
    const text = env[reference.env];
    return text ? { text } : { problem: `the environment variable ${reference.env} is not set` };
  }
  const file = resolve(directory, reference.file);
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { problem: `the file ${file} is empty` } : { text };
  } catch (error) {
    return { problem: `the file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}` };
  }
}
