import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The first Node version that runs the product; older ones only run these tools. */
const NEEDED_MAJOR = 24;

/**
 * The Node that runs the product: this one when it is new enough, else the one that the lockfile pins for this platform.
 * @returns {string} path of the executable
 * @throws when the platform has no pinned Node and the present one is too old
 */
export function productNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  const [platform, file] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  // Not through node_modules/.bin: the packages of all platforms claim that link, and npm takes it away with those it leaves out.
  const pinned = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', file);
  if (existsSync(pinned)) return pinned;
  throw new Error(
    `Ostiary runs on Node ${NEEDED_MAJOR} or newer. This is Node ${process.versions.node}, and no pinned Node is published for ` +
      `${process.platform}-${process.arch}. Install Node ${NEEDED_MAJOR} and try again.`,
  );
}
