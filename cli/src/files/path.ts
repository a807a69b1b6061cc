import { basename, isAbsolute, relative, sep } from 'node:path';

/**
 * Where a file stands from the folder the command runs in, which is that of the repository in a build.
 * @param unnamed what the standard input is called
 */
export function pathOf(name: string, unnamed: string): string {
  if (name === '(stdin)') return unnamed;
  const path = relative(process.cwd(), name);
  return isAbsolute(path) || path.startsWith('..') ? basename(name) : path.split(sep).join('/');
}
