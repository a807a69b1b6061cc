import { allRoutes, assemble } from '../plugin-loading/assemble.js';
import type { Deployment } from '../plugins/deployment.js';
import { hostControllers } from './host.modules.js';
import { errorsPage } from '../contract/errors-page.js';
import type { GeneratedContract } from '../contract/generate.js';
import { contractOf } from '../contract/contract-cache.js';

/** The files that say what a deployment serves, by their path from the root of the project. */
export interface ContractFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly untranslated: GeneratedContract['untranslated'];
}

/**
 * Reads the declarations of the host and of the deployment's plugins. No database is opened and nothing is started.
 * @throws ContractError, PluginsRefused
 */
export async function contractFiles(deployment: Deployment): Promise<ContractFiles> {
  const registry = await assemble(deployment, hostControllers());
  const routes = allRoutes(registry, hostControllers());
  const { fragments, english, portuguese, untranslated } = contractOf(registry, routes);
  return {
    files: new Map([
      ...[...fragments].map(([owner, yaml]) => [`contract/fragments/${owner}.yaml`, yaml] as const),
      ['contract/openapi.yaml', english],
      ['contract/openapi.pt.yaml', portuguese],
      ['docs/errors.md', errorsPage(registry.problems)],
    ]),
    untranslated,
  };
}
