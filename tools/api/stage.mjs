import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a published package holds; tests, and what the build remembers, stay behind. */
const PARTS = ['dist', 'assets', 'bin', 'README.md'];
const LEFT_OUT = /\.(spec\.[jt]s|tsbuildinfo|map)$/;

/**
 * Lays out the plugin api as a package of its own.
 * @param {string} root the checkout, built
 * @param {string} folder
 */
export function stagePluginApi(root, folder) {
  const manifest = copyParts(root, 'core/plugin-api', folder);
  // What a partner declares with must be what the partner's plugin declares with: a peer of both, never a second copy.
  const { zod, ...dependencies } = manifest.dependencies;
  write(folder, { ...manifest, dependencies, peerDependencies: { zod: `^${zod}` } });
}

/**
 * Lays out the testkit with the host inside it: a partner installs one package and gets a host to test on.
 * @param {string} root the checkout, built
 * @param {string} folder
 */
export function stageTestkit(root, folder) {
  const manifest = copyParts(root, 'core/testkit', folder);
  const inside = ['host', 'json'];
  const dependencies = { ...manifest.dependencies };
  for (const name of inside) {
    const within = join(folder, 'node_modules', '@ostiary', name);
    const bundled = copyParts(root, `core/${name}`, within);
    Object.assign(dependencies, bundled.dependencies);
    // All it needs is a dependency of the testkit itself, so that npm sees to it.
    write(within, { ...bundled, dependencies: {} });
  }
  const { '@ostiary/plugin-api': api, zod, ...others } = dependencies;
  const bundles = inside.map((name) => `@ostiary/${name}`);
  write(folder, {
    ...manifest,
    dependencies: others,
    peerDependencies: { '@ostiary/plugin-api': `^${api}`, zod: `^${zod}` },
    bundleDependencies: bundles,
  });
}

function copyParts(root, path, folder) {
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS.filter((each) => existsSync(join(root, path, each))))
    cpSync(join(root, path, part), join(folder, part), {
      recursive: true,
      filter: (file) => !LEFT_OUT.test(file),
    });
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
}

/** Not private, so that npm packs it; nothing of development is in it. */
function write(folder, { private: _private, devDependencies: _dev, ...manifest }) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
