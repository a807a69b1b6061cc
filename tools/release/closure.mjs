import { dirname } from 'node:path';

/**
 * Finds all that some packages need to run, by the lockfile.
 * @param {Readonly<Record<string, any>>} packages `packages` of package-lock.json: path from the root -> entry
 * @param {readonly string[]} from paths of the packages that are to run, e.g. `core/host`
 * @returns {string[]} their paths and those of everything they need, sorted; a workspace by the path of its source
 * @throws when something that is needed is not in the lockfile
 */
export function closureOf(packages, from) {
  const found = new Set();
  const waiting = [...from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of new Set([...Object.keys(dependencies), ...peers])) {
      const there = resolve(packages, path, name);
      if (there === undefined) throw new Error(`${path} needs ${name}, which package-lock.json does not have`);
      waiting.push(packages[there].link ? packages[there].resolved : there);
    }
  }
  return [...found].toSorted((a, b) => (a < b ? -1 : 1));
}

/** Where Node finds `name` from the package at `path`: in its own node_modules, or in that of a folder above it. */
function resolve(packages, path, name) {
  for (let folder = path; ; folder = dirname(folder)) {
    const base = folder === '.' ? '' : `${folder}/`;
    const there = `${base}node_modules/${name}`;
    if (packages[there]) return there;
    if (folder === '.') return undefined;
  }
}
