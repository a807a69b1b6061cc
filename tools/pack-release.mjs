/**
 * `npm run pack:release`: packs what a machine needs to run the service, and nothing that only development needs, into
 * release/ostiary-<version>.tgz. Another folder: `npm run pack:release -- <folder>`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { mustRun } from './lib/run.mjs';
import { stageRelease } from './release/stage.mjs';

const say = (text) => process.stderr.write(`${text}\n`);

try {
  const out = resolve(process.env.INIT_CWD ?? root, process.argv[2] ?? join(root, 'release'));
  mkdirSync(out, { recursive: true });
  await prepare(say);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `ostiary-${version}`;
  const tarball = join(out, `${name}.tgz`);
  const work = mkdtempSync(join(out, '.staging-'));
  try {
    say('Packing ...');
    stageRelease(root, join(work, name));
    await mustRun('packing', 'tar', ['-czf', tarball, '-C', work, name]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  process.stdout.write(`${tarball} (${Math.round(statSync(tarball).size / 1e6)} MB)\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
