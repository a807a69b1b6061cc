import { importsOf } from '../imports.js';
import type { PluginPromise } from '../plugin-promise.js';

/** What only the service and tests have; it changes with every version. */
const NOT_FOR_PLUGINS = ['@ostiary/host', '@ostiary/testkit', '@ostiary/cli'];

export const hostNotImported: PluginPromise = {
  id: 'host_not_imported',
  says: 'The code knows the plugin api and nothing of the host.',
  look: ({ directory, manifest }) =>
    importsOf(directory, manifest)
      .filter(({ package: wanted }) => NOT_FOR_PLUGINS.includes(wanted))
      .map(({ package: wanted, file }) => `${file} imports ${wanted}`),
};
