import type { Controller, PluginDefinition } from '@ostiary/plugin-api';
import { routesOf } from '../http/route-table.js';
import { HOST_PROBLEMS } from '../problems/table.js';
import { admit } from './admit.js';
import { type Candidate, loadCandidate } from './candidate.js';
import type { Deployment } from './deployment.js';
import { readManifest } from './manifest.js';
import type { Refusal } from './refusal.js';
import type { PluginRegistry } from './registry.js';

/**
 * Finds, loads and admits the plugins a deployment names.
 * @param hostControllers the host's own, whose routes no plugin may take
 * @param given plugins that are already in memory (tests)
 * @throws PluginsRefused with all refusals; code of a package whose manifest is refused is not loaded
 */
export async function assemble(
  deployment: Deployment,
  hostControllers: readonly Controller[],
  given: readonly PluginDefinition[] = [],
): Promise<PluginRegistry> {
  const loaded: (Candidate | Refusal)[] = [];
  for (const { package: name, config } of deployment.plugins) {
    const manifest = readManifest(name, deployment.directory);
    // One after the other, so that the times tell which plugin is slow.
    loaded.push('code' in manifest ? manifest : await loadCandidate(manifest, config));
  }
  const refused = loaded.filter((result): result is Refusal => 'code' in result);
  const candidates = [...loaded.filter((result): result is Candidate => !('code' in result)), ...given.map(inMemory)];
  return admit(
    candidates,
    { routes: routesOf(hostControllers), problems: new Set(Object.keys(HOST_PROBLEMS)) },
    refused,
  );
}

function inMemory(definition: PluginDefinition): Candidate {
  return {
    packageName: definition.id,
    version: '0.0.0',
    apiRange: `^${definition.api}`,
    definition,
    givenConfig: {},
    bootMs: 0,
  };
}
