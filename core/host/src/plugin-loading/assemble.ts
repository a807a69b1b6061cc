import type { Controller, PluginDefinition } from '@ostiary/plugin-api';
import { projectFile } from '../config/project.js';
import { ContractError } from '../contract/contract-error.js';
import { contractOf, matchesCommitted } from '../contract/contract-cache.js';
import { routesOf, type ServedRoute } from '../http/route-table.js';
import { HOST_PROBLEMS } from '../problems/table.js';
import { admit } from './admit.js';
import { type Candidate, loadCandidate, wellFormed } from './candidate.js';
import type { Deployment } from '../plugins/deployment.js';
import { readManifest } from './manifest.js';
import { PluginsRefused, type Refusal } from './refusal.js';
import type { PluginRegistry } from '../plugins/registry.js';

/** A plugin that is already in memory. */
export interface GivenPlugin {
  readonly definition: PluginDefinition;
  /** Its section of the deployment file; none when absent. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/**
 * Finds, loads and admits the plugins a deployment names.
 * @param hostControllers the host's own, whose routes no plugin may take
 * @param given plugins that are already in memory (tests), with their section of the deployment file
 * @throws PluginsRefused with all refusals; code of a package whose manifest is refused is not loaded
 */
export async function assemble(
  deployment: Deployment,
  hostControllers: readonly Controller[],
  given: readonly GivenPlugin[] = [],
): Promise<PluginRegistry> {
  const loaded: (Candidate | Refusal)[] = [];
  for (const { package: name, config } of deployment.plugins) {
    const manifest = readManifest(name, deployment);
    // One after the other, so that the times tell which plugin is slow.
    loaded.push('code' in manifest ? manifest : await loadCandidate(manifest, config));
  }
  loaded.push(...given.map((plugin) => wellFormed(inMemory(plugin))));
  const refused = loaded.filter((result): result is Refusal => 'code' in result);
  const candidates = loaded.filter((result): result is Candidate => !('code' in result));
  const registry = admit(
    candidates,
    { routes: routesOf(hostControllers), problems: new Set(Object.keys(HOST_PROBLEMS)), kind: deployment.kind },
    refused,
  );
  const withoutContract = contractInvalid(registry, hostControllers);
  if (withoutContract.length > 0) throw new PluginsRefused(withoutContract);
  return registry;
}

/**
 * What keeps the plugins from being written into one contract. Looked at last, because it reads everything they declare;
 * the plugins of the committed contract have been looked at when it was written.
 */
function contractInvalid(registry: PluginRegistry, hostControllers: readonly Controller[]): readonly Refusal[] {
  if (matchesCommitted(registry, projectFile('contract'))) return [];
  try {
    contractOf(registry, allRoutes(registry, hostControllers));
    return [];
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    if (error.ofParts.length === 0) return [{ code: 'contract_invalid', plugin: 'all', message: error.message }];
    const packages = new Map(registry.plugins.map(({ id, packageName }) => [id, packageName]));
    return error.ofParts.map(({ owner, message }) => ({
      code: 'contract_invalid',
      plugin: packages.get(owner) ?? owner,
      message,
    }));
  }
}

/** All that is served: the host's routes and those of the plugins. */
export function allRoutes(registry: PluginRegistry, hostControllers: readonly Controller[]): readonly ServedRoute[] {
  return routesOf([...hostControllers, ...registry.plugins.flatMap(({ controllers }) => controllers)]);
}

function inMemory({ definition, config = {} }: GivenPlugin): Candidate {
  return {
    packageName: definition.id,
    version: '0.0.0',
    apiRange: `^${definition.api}`,
    definition,
    givenConfig: config,
    bootMs: 0,
  };
}
