import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folders that hold specs, as `vitest.config.ts` has them. */
const FOLDERS = ['core', 'plugins', 'bench', 'tools', 'docs', 'examples', 'cli'];

/**
 * The spec files below `base` of which `isMeant` is true, as paths from there.
 * @param {string} base
 * @param {(file: string) => boolean} isMeant given the whole path of the file
 * @returns {string[]}
 */
export const specsOf = (base, isMeant) =>
  FOLDERS.filter((folder) => existsSync(join(base, folder)))
    .flatMap((folder) => readdirSync(join(base, folder), { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.spec.ts') && !/node_modules|dist/.test(file))
    .filter((file) => isMeant(join(base, file)))
    .toSorted();

/** Where a test meets the servers of a run: in the environment, or through the kit that reads it. */
const MEETS_SERVERS = /process\.env\['OSTIARY_(DATABASE|REDIS)_URL'\]|from '@ostiary\/testkit(?:\/processes)?'/;
/** The first line of a spec that starts a service and cannot differ by its stores, which says why. */
const EMBEDDED_ONLY = /^\/\/ Embedded only: \S/;
const RELATIVE_IMPORT = /(?:from|import) '(\.[^']+)\.js'/g;

/**
 * Whether what a spec does may differ with the servers a run was given: the spec, or a file it imports by a relative path, directly or
 * through others, meets them, and its first line does not say that this makes no difference.
 * @param {string} file
 * @returns {boolean}
 */
export function meetsServers(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (EMBEDDED_ONLY.test(text)) return false;
  if (MEETS_SERVERS.test(text)) return true;
  return [...text.matchAll(RELATIVE_IMPORT)].some(([, path]) => meetsServers(join(dirname(file), `${path}.ts`), seen));
}
