import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { PackageManifest } from './subject.js';

/** An import of another package. */
export interface PackageImport {
  readonly package: string;
  /** The first file that imports it, by its path in the package. */
  readonly file: string;
}

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\bnew URL\(\s*)(['"])([^'"\n]+)\1/g;

/**
 * The packages that the code of a plugin imports, found by following its relative imports from the module of the declaration, with the
 * modules of its solvers (`new URL('./worker.js', import.meta.url)`). What is only mentioned in a text may be taken for an import.
 */
export function importsOf(directory: string, { ostiary }: PackageManifest): readonly PackageImport[] {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = [join(directory, ostiary?.plugin ?? './index.js')];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    for (const [, , specifier = ''] of readFileSync(file, 'utf8').matchAll(SPECIFIER)) {
      if (specifier.startsWith('.')) waiting.push(join(dirname(file), specifier));
      else if (!found.has(packageOf(specifier))) found.set(packageOf(specifier), relative(directory, file));
    }
  }
  return [...found].map(([name, file]) => ({ package: name, file }));
}

/** `@scope/name/sub` is of the package `@scope/name`; what is built into Node is its own. */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
