import { isBuiltin } from 'node:module';
import { importsOf } from '../imports.js';
import type { PluginPromise } from '../plugin-promise.js';

export const importsDeclared: PluginPromise = {
  id: 'imports_declared',
  says: 'Every package that the code imports is in package.json.',
  look({ directory, manifest }) {
    const { name = '', dependencies = {}, peerDependencies = {} } = manifest;
    const declared = new Set([name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
    const missing = importsOf(directory, manifest).filter(
      ({ package: wanted }) => !isBuiltin(wanted) && !declared.has(wanted),
    );
    return missing.map(({ package: wanted, file }) => `${file} imports ${wanted}, which package.json does not name`);
  },
};
