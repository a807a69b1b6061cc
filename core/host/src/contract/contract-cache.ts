import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginRegistry } from '../plugins/registry.js';
import type { ServedRoute } from '../http/route-table.js';
import { type GeneratedContract, generateContract } from './generate.js';
import { contractSource } from './openapi/source.js';

const written = new WeakMap<PluginRegistry, GeneratedContract>();

/**
 * The contract of a set of plugins, written once: admission asks whether there is one, the service serves it.
 * @param routes all that is served, the host's and the plugins'
 * @throws ContractError
 */
export function contractOf(registry: PluginRegistry, routes: readonly ServedRoute[]): GeneratedContract {
  const known = written.get(registry) ?? generateContract(contractSource(registry, routes));
  written.set(registry, known);
  return known;
}

/** Whether the documents committed in a folder are about the plugins that are enabled here. */
export function matchesCommitted(registry: PluginRegistry, folder: string): boolean {
  const fragments = join(folder, 'fragments');
  if (!existsSync(fragments)) return false;
  const committed = readdirSync(fragments).toSorted();
  const enabled = ['core', ...registry.plugins.map(({ id }) => id)].map((owner) => `${owner}.yaml`).toSorted();
  return committed.join() === enabled.join();
}
