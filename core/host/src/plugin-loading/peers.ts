import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import semver from 'semver';
import { FRAMEWORKS, frameworkVersion } from '../plugins/frameworks.js';
import type { PackageJson } from './package-json.js';

/**
 * What a plugin needs around it and does not find: a framework of which the host has another version, or a peer that is not installed.
 * Found before its code runs: the error of that would name a line and not what is missing.
 * @param manifest its package.json
 * @param file where that lies
 */
export function missingPeers(
  { dependencies, peerDependencies, peerDependenciesMeta }: PackageJson,
  file: string,
): readonly string[] {
  const needed = { ...dependencies, ...peerDependencies };
  const unfit = FRAMEWORKS.filter(
    (name) => needed[name] !== undefined && !fits(frameworkVersion(name), needed[name]),
  ).map((name) => `it needs ${name} ${needed[name]}; the host gives ${frameworkVersion(name)}`);
  const absent = Object.keys(peerDependencies)
    .filter((name) => !isFramework(name) && peerDependenciesMeta[name]?.optional !== true && !isThere(name, file))
    .map((name) => `it needs ${name} beside it, which is not installed`);
  return [...unfit, ...absent];
}

const isFramework = (name: string): boolean => FRAMEWORKS.some((framework) => framework === name);

/** A range of npm, or another form of it (a tag, a file), of which nothing can be said. */
function fits(version: string, range: string): boolean {
  return semver.validRange(range) === null || semver.satisfies(version, range, { includePrerelease: true });
}

function isThere(name: string, file: string): boolean {
  return (
    createRequire(file)
      .resolve.paths(name)
      ?.some((folder) => existsSync(join(folder, name, 'package.json'))) ?? false
  );
}
