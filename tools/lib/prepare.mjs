import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productNode, root } from './node.mjs';
import { withProgress } from './progress.mjs';
import { mustRun, npm } from './run.mjs';

const stamp = join(root, 'node_modules', '.ostiary-installed');

/**
 * Installs the packages of the lockfile, unless that was done already, and compiles.
 * @param {(text: string) => void} say told of each slow step, and every ten seconds how far it is
 * @returns {Promise<string>} path of the Node that runs the product
 */
export async function prepare(say) {
  await install(say);
  const node = productNode();
  say('Building ...');
  await withProgress(
    'Building',
    () => mustRun('the build', node, [join(root, 'node_modules', 'typescript7', 'bin', 'tsc'), '-b'], { quiet: true }),
    { say },
  );
  return node;
}

async function install(say) {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  const digest = createHash('sha256').update(lockfile).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  say('Installing packages ...');
  const step = async () => {
    // `npm ci` refuses the lockfile on registries that miss a package of some other platform; `npm install` keeps the lock and passes.
    if ((await npm(['ci', '--include=dev', '--include=optional', '--loglevel=error'])) === 0) return;
    say('npm ci did not pass; trying npm install ...');
    if ((await npm(['install', '--include=dev', '--include=optional', '--loglevel=error'])) !== 0)
      throw new Error('the installation failed');
  };
  // On a terminal npm draws its own progress, which lines of ours would tear.
  if (process.stderr.isTTY) await step();
  else await withProgress('Installing', step, { say, state: () => installedOf(JSON.parse(lockfile.toString())) });
  writeFileSync(stamp, digest);
}

/** How many packages of the lockfile are in place; those of other platforms are not counted. */
function installedOf({ packages }) {
  const wanted = Object.entries(packages).filter(([path, { optional }]) => path.includes('node_modules/') && !optional);
  const there = wanted.filter(([path]) => existsSync(join(root, path, 'package.json')));
  return `${there.length} of ${wanted.length} packages`;
}
