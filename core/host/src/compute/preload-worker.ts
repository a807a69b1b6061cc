/**
 * Preloaded into every solver child (`--import`). A child that computes without yielding never sees `disconnect`,
 * so a thread beside it watches the parent and kills the process once the parent is gone. The child's module gets the same frameworks
 * as the plugin that brings it.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

// The extension is this file's own: .js when built, .ts when the tests run the source.
const beside = (name: string): URL => new URL(`${name}${extname(import.meta.url)}`, import.meta.url);

// INVARIANT: no inherited arguments. With `--import` of this file the thread would start a thread of its own, and so on.
new Worker(beside('./parent-watch-worker'), { execArgv: [] }).unref();

const { giveFrameworks } = (await import(
  beside('../plugins/frameworks').href
)) as typeof import('../plugins/frameworks.js');
giveFrameworks(packageOf(realpathSync(process.argv[1] ?? '')));

/** The folder of the package that a file is in, or the file's own. */
function packageOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder;
  return dirname(file);
}
