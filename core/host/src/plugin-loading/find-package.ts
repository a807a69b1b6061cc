import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Deployment } from '../plugins/deployment.js';

/**
 * Finds the package.json of a plugin. A path begins at the deployment file; a name is looked for in the folder of installed plugins, then
 * among the packages of the host itself.
 * @returns the file, links resolved, or what is wrong
 */
export function findPackage(
  name: string,
  { directory, installed }: Pick<Deployment, 'directory' | 'installed'>,
): string | { readonly problem: string } {
  if (/^\.{0,2}\//.test(name)) {
    const file = join(resolve(directory, name), 'package.json');
    return existsSync(file) ? realpathSync(file) : { problem: `there is no file ${file}` };
  }
  const file = installed === null ? undefined : join(installed, 'node_modules', name, 'package.json');
  if (file !== undefined && existsSync(file)) return realpathSync(file);
  return ownPackage(name) ?? { problem: notFound(installed) };
}

/** A package that is installed with the host, as the plugins of the vendor are. */
function ownPackage(name: string): string | undefined {
  try {
    return realpathSync(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

function notFound(installed: string | null): string {
  const where = installed === null ? 'with the host' : `in ${installed} (OSTIARY_PLUGINS), nor with the host`;
  return `no such package is installed ${where}; \`ostiary plugins add\` installs one`;
}
