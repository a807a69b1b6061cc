import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError, readEnvironment } from './environment.js';
import { Secret } from '@ostiary/plugin-api';

/** Injection token of `Secrets`. */
export const SECRETS = Symbol('ostiary.secrets');

export interface Pepper {
  /** Eight hex digits of its digest: tells peppers apart and gives nothing away. */
  readonly id: string;
  readonly secret: Secret;
}

/** What must never be in the database, in a log or in an answer. */
export interface Secrets {
  /** The one new keys are hashed under, then, during a rotation, the one before. */
  readonly peppers: readonly [Pepper, ...Pepper[]];
  /** Signs cursors; digests of idempotent requests are keyed with it. */
  readonly signing: Secret;
  /** Ed25519; signs artefacts. */
  readonly artefactKey: KeyObject;
  /** Files in the data folder that were made now, because they were not there. */
  readonly made: readonly { readonly what: KeptName; readonly file: string }[];
}

/** Names of the files in `<data>/secrets/`. */
type KeptName = 'pepper' | 'signing' | 'artefact-key';

const LEAST_LENGTH = 32;

/**
 * The secrets from the environment, or from the files it names. When `generate` is set (embedded deployment), those that
 * are not given are read from `<data>/secrets/`, mode 0600, and made on the first start.
 * @throws EnvironmentError when one is missing or too short
 */
export function loadSecrets(options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dataDirectory: string;
  readonly generate: boolean;
}): Secrets {
  const e = readEnvironment(options.env);
  const problems: string[] = [];
  const made: { what: KeptName; file: string }[] = [];
  const given = (name: string, value: string | undefined, file: string | undefined): Secret | undefined => {
    const secret = value ?? (file === undefined ? undefined : contentOf(`${name}_FILE`, file));
    if (secret !== undefined && secret.length < LEAST_LENGTH)
      problems.push(`${name}: must have at least ${LEAST_LENGTH} characters`);
    return secret === undefined ? undefined : new Secret(secret);
  };
  const needed = (name: string, what: KeptName, secret: Secret | undefined): Secret => {
    if (secret) return secret;
    if (options.generate) {
      const kept = keptFile(join(options.dataDirectory, 'secrets'), what);
      if (kept.made) made.push({ what, file: kept.file });
      if (kept.problem !== undefined) problems.push(`${name}: the file ${kept.file} ${kept.problem}`);
      return new Secret(kept.text);
    }
    problems.push(`${name}: must be set on this deployment (or ${name}_FILE)`);
    return new Secret('');
  };
  const pepper = needed('OSTIARY_PEPPER', 'pepper', given('OSTIARY_PEPPER', e.OSTIARY_PEPPER, e.OSTIARY_PEPPER_FILE));
  const previous = given('OSTIARY_PEPPER_PREVIOUS', e.OSTIARY_PEPPER_PREVIOUS, e.OSTIARY_PEPPER_PREVIOUS_FILE);
  const signing = needed(
    'OSTIARY_SIGNING_SECRET',
    'signing',
    given('OSTIARY_SIGNING_SECRET', e.OSTIARY_SIGNING_SECRET, e.OSTIARY_SIGNING_SECRET_FILE),
  );
  const pem = needed(
    'OSTIARY_ARTEFACT_KEY',
    'artefact-key',
    given('OSTIARY_ARTEFACT_KEY', e.OSTIARY_ARTEFACT_KEY, e.OSTIARY_ARTEFACT_KEY_FILE),
  );
  const artefactKey = asKey(pem);
  if (artefactKey === null && problems.length === 0)
    problems.push('OSTIARY_ARTEFACT_KEY: must be an Ed25519 private key in PEM (PKCS #8)');
  if (problems.length > 0 || artefactKey === null) throw new EnvironmentError(problems);
  return { peppers: [asPepper(pepper), ...(previous ? [asPepper(previous)] : [])], signing, artefactKey, made };
}

function asPepper(secret: Secret): Pepper {
  return {
    id: createHash('sha256').update('ostiary pepper\0').update(secret.reveal()).digest('hex').slice(0, 8),
    secret,
  };
}

/** @throws EnvironmentError naming the variable that names the file */
function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new EnvironmentError([`${variable}: cannot be read: ${(error as Error).message}`]);
  }
}

/** The key, or null when the text is none of the kind that signs artefacts. */
function asKey(pem: Secret): KeyObject | null {
  try {
    const key = createPrivateKey(pem.reveal());
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    // What OpenSSL says of a text that is no key helps nobody, and the text is a secret.
    return null;
  }
}

interface KeptFile {
  readonly file: string;
  readonly text: string;
  readonly made: boolean;
  /** Why it cannot be used. */
  readonly problem: string | undefined;
}

/** The secret in a file of the data folder; made with 256 random bits when it is not there. */
function keptFile(directory: string, name: KeptName): KeptFile {
  const file = join(directory, name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  let made = true;
  try {
    writeFileSync(file, name === 'artefact-key' ? newKey() : randomBytes(32).toString('base64url'), {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    made = false;
  }
  const text = readFileSync(file, 'utf8').trim();
  return { file, text, made, problem: problemOf(file, text) };
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function problemOf(file: string, text: string): string | undefined {
  if (text.length < LEAST_LENGTH)
    return `is cut off or empty: it must have at least ${LEAST_LENGTH} characters; put it back from a copy`;
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    return 'can be read by others than its owner: chmod 600';
  return undefined;
}
