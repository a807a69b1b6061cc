import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EnvironmentError } from '../config/environment.js';

/**
 * Makes the data folder where it is not there, for its owner alone.
 * @throws EnvironmentError when it cannot be made, written to, or is no folder
 */
export function makeDataFolder(path: string): void {
  try {
    make(path);
    if (!statSync(path).isDirectory()) throw new Error('it is not a folder');
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EnvironmentError([`OSTIARY_DATA: the folder ${path} cannot be used: ${(error as Error).message}`]);
  }
}

/** Not `recursive`: Node goes round for ever where a file system denies that a folder is there, as below /proc. */
function make(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) make(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
