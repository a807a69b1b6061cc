import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productNode, root } from './node.mjs';
import { mustRun, run } from './run.mjs';

const stamp = join(root, 'node_modules', '.ostiary-installed');

/**
 * Installs the packages of the lockfile, unless that was done already, and compiles.
 * @param {(text: string) => void} say told of each slow step
 * @returns {Promise<string>} path of the Node that runs the product
 */
export async function prepare(say) {
  await install(say);
  const node = productNode();
  say('Building ...');
  await mustRun('the build', node, [join(root, 'node_modules', 'typescript7', 'bin', 'tsc'), '-b'], { quiet: true });
  return node;
}

async function install(say) {
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  say('Installing packages ...');
  // `npm ci` refuses the lockfile on registries that miss a package of some other platform; `npm install` keeps the lock and passes.
  if ((await npm(['ci', '--include=dev', '--include=optional', '--loglevel=error'])) !== 0) {
    say('npm ci did not pass; trying npm install ...');
    if ((await npm(['install', '--include=dev', '--include=optional', '--loglevel=error'])) !== 0)
      throw new Error('the installation failed');
  }
  writeFileSync(stamp, digest);
}

function npm(args) {
  const cli = process.env.npm_execpath;
  return cli ? run(process.execPath, [cli, ...args]) : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}
