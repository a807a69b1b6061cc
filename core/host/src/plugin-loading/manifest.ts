import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PLUGIN_API_VERSION } from '@ostiary/plugin-api';
import semver from 'semver';
import type { Deployment } from '../plugins/deployment.js';
import { findPackage } from './find-package.js';
import { readPackageJson } from './package-json.js';
import { missingPeers } from './peers.js';
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

/** Reads the manifest of a package that a deployment names. */
export function readManifest(
  packageName: string,
  places: Pick<Deployment, 'directory' | 'installed'>,
): PluginManifest | Refusal {
  const refuse = (code: Refusal['code'], message: string): Refusal => ({ code, plugin: packageName, message });
  const file = findPackage(packageName, places);
  if (typeof file !== 'string') return refuse('not_a_plugin', file.problem);
  const found = readPackageJson(file);
  if (found === undefined) {
    return refuse(
      'not_a_plugin',
      'its package.json has no field "ostiary" with "plugin" (a file that begins with ./) and "api" (a version range)',
    );
  }
  const { name, version, ostiary } = found;
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
  const missing = missingPeers(found, file);
  if (missing.length > 0) return refuse('framework_missing', missing.join('; '));
  const entry = join(dirname(file), ostiary.plugin);
  if (!existsSync(entry)) return refuse('load_failed', `there is no file ${entry}; is the package built?`);
  return { packageName: name, version, directory: dirname(file), entry, apiRange: ostiary.api };
}
