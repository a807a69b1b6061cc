import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { PLUGIN_API_VERSION } from '@ostiary/plugin-api';
import semver from 'semver';
import { z } from 'zod';
import type { Refusal } from './refusal.js';

/** What a plugin's package.json says, read before any of its code runs. */
export interface PluginManifest {
  readonly packageName: string;
  readonly version: string;
  /** Folder of the package. */
  readonly directory: string;
  /** File of the declaration, absolute. */
  readonly entry: string;
  readonly apiRange: string;
}

const Manifest = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  ostiary: z.object({ plugin: z.string().regex(/^\.\/[^\0]*\.(js|cjs|mjs)$/), api: z.string().min(1) }),
});

/** Reads the manifest of a package that is installed beside `directory`, or lies in a folder named by a path. */
export function readManifest(packageName: string, directory: string): PluginManifest | Refusal {
  const refuse = (code: Refusal['code'], message: string): Refusal => ({ code, plugin: packageName, message });
  const file = manifestFile(packageName, directory);
  if (file === undefined) {
    return refuse(
      'not_a_plugin',
      `no such package is installed beside the deployment file (in ${directory}), or its "exports" leave out "./package.json"`,
    );
  }
  const result = Manifest.safeParse(readJson(file));
  if (!result.success) {
    return refuse(
      'not_a_plugin',
      'its package.json has no field "ostiary" with "plugin" (a file that begins with ./) and "api" (a version range)',
    );
  }
  const { name, version, ostiary } = result.data;
  const range = semver.validRange(ostiary.api);
  if (range === null || !semver.satisfies(PLUGIN_API_VERSION, range)) {
    return refuse('api_mismatch', `it accepts plugin api ${ostiary.api}; this host has ${PLUGIN_API_VERSION}`);
  }
  if (semver.intersects(range, `>=${semver.major(PLUGIN_API_VERSION) + 1}.0.0`)) {
    return refuse(
      'api_range_too_wide',
      `it accepts plugin api ${ostiary.api}, which takes in versions that do not exist yet; write ^${PLUGIN_API_VERSION}`,
    );
  }
  const copies = SHARED.flatMap((shared) => copyOf(shared, file));
  if (copies.length > 0) {
    return refuse('framework_copied', `it has its own copy of ${copies.join(' and ')}; make it a peer dependency`);
  }
  const entry = join(dirname(file), ostiary.plugin);
  if (!existsSync(entry)) return refuse('load_failed', `there is no file ${entry}; is the package built?`);
  return { packageName: name, version, directory: dirname(file), entry, apiRange: ostiary.api };
}

function manifestFile(packageName: string, directory: string): string | undefined {
  const specifier = /^\.{0,2}\//.test(packageName) ? resolve(directory, packageName) : packageName;
  try {
    return realpathSync(createRequire(join(directory, 'package.json')).resolve(`${specifier}/package.json`));
  } catch {
    // Not there, or it hides its package.json; for the operator the two come to the same.
    return undefined;
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * What host and plugin must have the same copy of: two of Nest are two containers, and a class of one copy (an injection
 * token, an error that is told from others) is not the class of the other.
 */
const SHARED = ['@nestjs/core', '@mikro-orm/core', '@ostiary/plugin-api'];

function copyOf(shared: string, manifest: string): readonly string[] {
  const theirs = resolveFrom(shared, manifest);
  return theirs === undefined || theirs === resolveFrom(shared, import.meta.url) ? [] : [`${shared} (${theirs})`];
}

function resolveFrom(shared: string, base: string): string | undefined {
  try {
    return realpathSync(createRequire(base).resolve(`${shared}/package.json`));
  } catch {
    // A plugin without routes needs no Nest, and one without tables no MikroORM.
    return undefined;
  }
}
