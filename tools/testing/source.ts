import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The script of a child process, as a file of the source names it. */
const CHILD = /new URL\('(\.{1,2}\/(?:[\w-]+\/)*[\w-]*worker\.js)', import\.meta\.url\)/g;
const BUILT = /^(.*\/(?:core|plugins)\/[^/]+)\/dist\/(.+)\.js$/;

/** A package of the workspace, and what of it. */
const OWN = /^(@ostiary\/[\w-]+)(\/[\w/-]+)?$/;

type Exports = Readonly<Record<string, { readonly source?: string } | string>>;

/** The file of the source that a name of one of our packages stands for. */
function sourceOf(id: string): string | undefined {
  const [, name, part = ''] = OWN.exec(id) ?? [];
  const folder = name === undefined ? undefined : join(import.meta.dirname, '..', '..', 'node_modules', name);
  if (folder === undefined || !existsSync(folder)) return undefined;
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports?: Exports };
  const entry = exports[`.${part}`];
  return typeof entry === 'object' && entry.source !== undefined ? realpathSync(join(folder, entry.source)) : undefined;
}

/**
 * Lets tests run the source of every package, by the export condition `source`; also where a package names what is built: a plugin whose
 * manifest leads to `dist` is loaded from `src`. What is not ours to load runs what is built: a process that is started, so its script is
 * looked for in `dist`, and a module that Node itself loads, such as a partner's plugin. So the condition is none of the test's process.
 * See docs/adr/0131.
 */
export const runSource: Plugin = {
  name: 'ostiary:run-source',
  enforce: 'pre',
  resolveId(id) {
    const own = sourceOf(id);
    if (own !== undefined) return own;
    const path = id.startsWith('file:') ? fileURLToPath(id) : id;
    const [, folder, file] = BUILT.exec(path) ?? [];
    const source = `${folder}/src/${file}.ts`;
    return folder !== undefined && existsSync(source) ? source : undefined;
  },
  transform(code, id) {
    if (!/\/(?:core|plugins)\/[^/]+\/src\//.test(id) || !CHILD.test(code)) return undefined;
    const built = JSON.stringify(pathToFileURL(id.replace('/src/', '/dist/')).href);
    return { code: code.replaceAll(CHILD, (_, path: string) => `new URL('${path}', ${built})`), map: null };
  },
};
