import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/node.mjs';
import { npm } from '../lib/run.mjs';
import { stagePluginApi, stageTestkit } from './stage.mjs';

/**
 * Packs what a partner compiles against and what a partner tests with.
 * @param {string} folder where the tarballs come to lie
 */
export async function packApi(folder) {
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, '.staging-'));
  try {
    stagePluginApi(root, join(work, 'plugin-api'));
    stageTestkit(root, join(work, 'testkit'));
    for (const name of ['plugin-api', 'testkit']) {
      const code = await npm(['pack', '--pack-destination', folder, '--silent'], { cwd: join(work, name) });
      if (code !== 0) throw new Error(`npm pack of ${name} failed`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
