import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The script of a child process, as a file of the source names it. */
const CHILD = /new URL\('(\.{1,2}\/(?:[\w-]+\/)*[\w-]*worker\.js)', import\.meta\.url\)/g;
const BUILT = /^(.*\/(?:core|plugins)\/[^/]+)\/dist\/(.+)\.js$/;

/**
 * Lets tests run the source of every package where packages name what is built: a plugin whose manifest leads to `dist` is loaded from
 * `src`. A process that is started is not ours to load: it runs what is built, so its script is looked for in `dist`.
 */
export const runSource: Plugin = {
  name: 'ostiary:run-source',
  enforce: 'pre',
  resolveId(id) {
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
