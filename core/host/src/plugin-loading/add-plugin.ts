import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve as absolute } from 'node:path';

/** A plugin could not be installed, or there is none of this name; `message` is for the operator. */
export class PluginNotInstalled extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PluginNotInstalled';
  }
}

/**
 * npm's settings in the folder of installed plugins. Peers are not installed: the host gives the frameworks, and what else a plugin
 * needs beside it is installed by name. Scripts of packages do not run.
 */
const SETTINGS = 'legacy-peer-deps=true\nignore-scripts=true\naudit=false\nfund=false\nupdate-notifier=false\n';

/**
 * Installs a package into the folder of installed plugins, which is made where it is not there. Needs npm.
 * @param what a tarball, a folder, or the name of a package
 * @param from folder that a relative path begins at
 * @returns the names of the packages that are installed there now
 * @throws PluginNotInstalled
 */
export async function addPlugin(what: string, folder: string, from: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  writeOnce(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies: {} }, null, 2)}\n`);
  writeOnce(join(folder, '.npmrc'), SETTINGS);
  const file = absolute(from, what);
  await npm(['install', '--save-exact', existsSync(file) ? file : what], folder);
  return installed(folder);
}

/**
 * Takes a package out of the folder of installed plugins.
 * @returns the names of those that are left
 * @throws PluginNotInstalled
 */
export async function removePlugin(name: string, folder: string): Promise<readonly string[]> {
  if (!existsSync(join(folder, 'package.json')) || !installed(folder).includes(name))
    throw new PluginNotInstalled(`${name} is not installed in ${folder}`);
  await npm(['uninstall', name], folder);
  return installed(folder);
}

function writeOnce(file: string, text: string): void {
  if (!existsSync(file)) writeFileSync(file, text);
}

function installed(folder: string): readonly string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies);
}

/** What npm prints goes to the standard error, so that a command's own output stays readable by programs. */
async function npm(args: readonly string[], folder: string): Promise<void> {
  const windows = process.platform === 'win32';
  const child = spawn(windows ? 'npm.cmd' : 'npm', [...args, '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: windows,
  });
  const code = await new Promise<number | null>((ended, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new PluginNotInstalled('npm is not on the path, and it is what installs plugins')
          : error,
      ),
    );
    child.once('exit', ended);
  });
  if (code !== 0) throw new PluginNotInstalled(`npm could not do that in ${folder} (exit code ${code})`);
}
