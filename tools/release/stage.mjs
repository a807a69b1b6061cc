import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { closureOf } from './closure.mjs';

/** Of a workspace: what runs, and what it reads while it runs. */
const WORKSPACE_PARTS = ['package.json', 'dist', 'assets', 'bin'];
/** Of the project: what the service reads, and what an operator does. */
const PROJECT_PARTS = ['contract', 'deployments', 'docs', 'LICENSE', 'CHANGELOG.md'];
/** What only a compiler or a debugger reads, and tests. */
const NOT_RUN = /\.(d\.[cm]?ts|map|tsbuildinfo|spec\.[jt]s)$/;

/**
 * Lays out a release: compiled code, the packages it needs to run, the contract, the deployments, the documentation. The layout is that
 * of the checkout, so that the same code finds the same files. See docs/adr/0127.
 * @param {string} root the checkout, installed and built
 * @param {string} folder where the release is laid out; it must not exist yet
 */
export function stageRelease(root, folder) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const plugins = readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`);
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  for (const path of closureOf(packages, ['core/host', 'cli', ...plugins])) {
    if (path.includes('node_modules/')) copyPackage(root, folder, path);
    else copyWorkspace(root, folder, path);
  }
  for (const part of PROJECT_PARTS)
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (file) => !NOT_RUN.test(file) });
  cpSync(join(import.meta.dirname, 'start.mjs'), join(folder, 'start.mjs'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root), null, 2)}\n`);
}

/** A package of somebody else's, whole, without packages inside it: those that are needed have a path of their own. */
function copyPackage(root, folder, path) {
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    filter: (file) => basename(file) !== 'node_modules' && !isForeign(relative(root, file)),
  });
}

/** Libraries of onnxruntime for each system, some 50 MB each; the process loads that of its own. */
const RUNTIME = join('node_modules', 'onnxruntime-node', 'bin');

/** Whether a file is a library for another system than this one. */
function isForeign(file) {
  if (!file.startsWith(RUNTIME)) return false;
  const [, system, processor] = relative(RUNTIME, file).split(sep);
  return (
    (system !== undefined && system !== process.platform) || (processor !== undefined && processor !== process.arch)
  );
}

function copyWorkspace(root, folder, path) {
  const { name, bin = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  for (const part of WORKSPACE_PARTS.filter((each) => existsSync(join(root, path, each))))
    cpSync(join(root, path, part), join(folder, path, part), {
      recursive: true,
      filter: (file) => !NOT_RUN.test(file),
    });
  const modules = join(folder, 'node_modules');
  link(join(folder, path), join(modules, name));
  for (const [command, file] of Object.entries(bin)) link(join(folder, path, file), join(modules, '.bin', command));
}

function link(target, from) {
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(relative(dirname(from), target), from, 'junction');
}

function manifestOf(root) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name,
    version,
    private: true,
    license,
    type: 'module',
    engines: { node: '>=24' },
    scripts: { start: 'node start.mjs' },
  };
}
