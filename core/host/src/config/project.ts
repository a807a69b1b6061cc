import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the project, by its path from the root. */
export function projectFile(path: string): string {
  return fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
}

/** The version of this package. */
export function hostVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
