import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type RolldownPlugin } from 'rolldown';
import { FRAMEWORKS } from '../../../core/host/src/plugins/frameworks.js';
import { ownPlaces } from './own-places.js';

const root = join(import.meta.dirname, '..', '..', '..');
const CACHE = join(root, 'node_modules', '.cache', 'bundled');
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'preload.mjs'));
const WEEK_MS = 7 * 86_400_000;

/** What tests start as a process of its own. */
const PROGRAMS = [
  'core/host/dist/main.js',
  'core/host/dist/verification/probe-process-worker.js',
  'core/testkit/dist/processes/host-process-worker.js',
  'core/testkit/bin/ostiary-conform.js',
  'cli/bin/ostiary.js',
];

/** What these load by a name that is known only when they run. */
const LOADED = [
  'cli/dist/main.js',
  'core/host/dist/cli.js',
  'core/smt/dist/index.js',
  ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}/dist/plugin.js`),
];

/**
 * Bundles the code that processes of tests load, unless that is done already, and has those that are started from now on run the bundle.
 * A start takes 1.25 s of processor time in place of 2.05 s: it looks up 120 files in place of 2,700. Does nothing where the product is not built.
 * See docs/adr/0131.
 */
export async function bundleProcesses(): Promise<void> {
  const entries = [...PROGRAMS, ...LOADED].map((path) => join(root, path));
  if (!entries.every((entry) => existsSync(entry))) return;
  const directory = join(CACHE, digestOf(builtFiles()));
  if (!existsSync(directory)) await make(entries, directory);
  process.env['TEST_BUNDLE'] = directory;
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${PRELOAD.href}`.trim();
}

/** All code of ours that was built. */
function builtFiles(): string[] {
  const packages = ['core', 'plugins'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'dist')),
  );
  return [...packages, join(root, 'cli', 'dist')]
    .filter((dist) => existsSync(dist))
    .flatMap((dist) => readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => join(dist, name)))
    .filter((file) => file.endsWith('.js'))
    .toSorted();
}

/** A name for what is bundled: another one after each build, each installation, and where the bundle is made otherwise. */
function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  const own = join(import.meta.dirname, 'own-places.ts');
  for (const made of [join(root, 'package-lock.json'), import.meta.filename, own]) hash.update(readFileSync(made));
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex').slice(0, 24);
}

async function make(entries: readonly string[], directory: string): Promise<void> {
  const frameworks = FRAMEWORKS.map((name) => fileURLToPath(import.meta.resolve(name)));
  const files = new Map([...entries, ...frameworks].map((file, index) => [`entry-${index}`, file]));
  const bundle = await rolldown({
    input: Object.fromEntries(files),
    cwd: root,
    platform: 'node',
    // Modules that are loaded for what they do, such as Nest's decorators, must be there.
    treeshake: false,
    // What it warns of is packages that are not installed because nothing of ours needs them.
    logLevel: 'silent',
    plugins: [await namedExports(frameworks), ownPlaces],
  });
  const part = `${directory}.${process.pid}.part`;
  await bundle.write({ dir: part, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  const places = [...files].map(([name, file]) => [pathToFileURL(file).href, `${name}.mjs`]);
  writeFileSync(join(part, 'places.json'), JSON.stringify(Object.fromEntries(places)));
  dropOld();
  try {
    renameSync(part, directory);
  } catch (error) {
    // Another run may have made the same meanwhile.
    if (!existsSync(directory)) throw error;
    rmSync(part, { recursive: true });
  }
}

/** An entry that is CommonJS would export nothing by name, and plugins from elsewhere import from it by name. */
async function namedExports(frameworks: readonly string[]): Promise<RolldownPlugin> {
  const exported = new Map<string, string>();
  for (const file of frameworks) {
    if (!/\bexports\b/.test(readFileSync(file, 'utf8'))) continue;
    const names = Object.keys((await import(pathToFileURL(file).href)) as object).filter(
      (name) => /^[a-zA-Z_]\w*$/.test(name) && name !== 'default',
    );
    const from = JSON.stringify(file);
    exported.set(file, `export { ${names.join(', ')} } from ${from}; export { default } from ${from};`);
  }
  const SUFFIX = '?names';
  return {
    name: 'named-exports',
    resolveId: (id, importer) => (importer === undefined && exported.has(id) ? `${id}${SUFFIX}` : null),
    load: (id) => (id.endsWith(SUFFIX) ? (exported.get(id.slice(0, -SUFFIX.length)) ?? null) : null),
  };
}

/** Bundles that no run has made for a week. */
function dropOld(): void {
  for (const name of readdirSync(CACHE)) {
    const old = join(CACHE, name);
    if (statSync(old).mtimeMs < Date.now() - WEEK_MS) rmSync(old, { recursive: true, force: true });
  }
}
