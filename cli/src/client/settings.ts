import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from '../text/command-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A service, and the key to it. */
export interface Connection {
  readonly url: string;
  readonly key: string;
}

/** What `login` keeps is readable by nobody else. */
const MODE = 0o600;

/** The file of `login`: of the folder for settings that the system has, or XDG_CONFIG_HOME names. */
export function settingsFile(env: Environment): string {
  const base = env['XDG_CONFIG_HOME'] || (process.platform === 'win32' && env['APPDATA']) || join(homedir(), '.config');
  return join(base, 'ostiary', 'login.json');
}

/**
 * The service to ask: OSTIARY_URL and OSTIARY_KEY go before what `login` kept. A key is sent only to the service that it was kept for.
 * @throws CommandError when either is missing, or the address cannot be one
 */
export function readConnection(env: Environment): Connection {
  const kept = readKept(settingsFile(env));
  const given = env['OSTIARY_URL'] || kept?.url;
  if (given === undefined)
    throw new CommandError({
      en: 'No service is known: ostiary login URL, or set OSTIARY_URL and OSTIARY_KEY.',
      pt: 'Não se conhece nenhum serviço: ostiary login URL, ou defina OSTIARY_URL e OSTIARY_KEY.',
    });
  const url = serviceUrl(given);
  const key = env['OSTIARY_KEY'] || (kept?.url === url ? kept.key : undefined);
  if (key === undefined)
    throw new CommandError({
      en: `There is no key for ${url}: ostiary login ${url}, or set OSTIARY_KEY.`,
      pt: `Não há chave para ${url}: ostiary login ${url}, ou defina OSTIARY_KEY.`,
    });
  return { url, key };
}

/** @throws CommandError when it is no address of a service */
export function serviceUrl(given: string): string {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '')
    return url.href.replace(/\/+$/, '');
  throw new CommandError({
    en: `${given} is not the address of a service; one is https://ostiary.example.`,
    pt: `${given} não é o endereço de um serviço; um é https://ostiary.example.`,
  });
}

/** Keeps a connection, so that only this user of the machine can read it; at once, so that no half of it is ever there. */
export function keepConnection(file: string, { url, key }: Connection): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify({ url, key }, null, 2)}\n`, { mode: MODE });
  chmodSync(next, MODE);
  renameSync(next, file);
}

/** Forgets the connection that was kept. @returns whether there was one */
export function forgetConnection(file: string): boolean {
  const there = statSync(file, { throwIfNoEntry: false }) !== undefined;
  rmSync(file, { force: true });
  return there;
}

/** Whether others on the machine may read the file. Windows has no such modes. */
export function isOpenToOthers(file: string): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? MODE;
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

function readKept(file: string): Connection | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { url, key } = JSON.parse(text) as Partial<Connection>;
    if (typeof url === 'string' && typeof key === 'string') return { url, key };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandError({
    en: `${file} is not as login wrote it: log in again.`,
    pt: `${file} não está como login o escreveu: entre de novo.`,
  });
}
