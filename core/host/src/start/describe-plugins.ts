import { allRoutes, assemble } from '../plugin-loading/assemble.js';
import { readDeployment } from '../plugins/deployment.js';
import { pluginTree } from '../plugin-loading/tree.js';
import { readHostConfig } from '../config/host-config.js';
import type { AdmittedPlugin, PluginRegistry } from '../plugins/registry.js';
import { contractOf } from '../contract/contract-cache.js';
import { hostControllers } from './host.modules.js';

/**
 * The plugins of the deployment, loaded and nothing more.
 * @throws PluginsRefused, DeploymentError, EnvironmentError
 */
export async function admittedPlugins(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<readonly AdmittedPlugin[]> {
  return (await registryOf(env, directory)).plugins;
}

function registryOf(env: Readonly<Record<string, string | undefined>>, directory: string): Promise<PluginRegistry> {
  const { deploymentFile, pluginsDirectory } = readHostConfig(env, directory);
  return assemble(readDeployment(deploymentFile, pluginsDirectory), hostControllers());
}

/**
 * The plugins of the deployment as text, and the texts of theirs that the Portuguese contract lacks.
 * @throws PluginsRefused, DeploymentError, EnvironmentError
 */
export async function describePlugins(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<string> {
  const registry = await registryOf(env, directory);
  const { untranslated } = contractOf(registry, allRoutes(registry, hostControllers()));
  const texts = untranslated.map(({ owner, text, pointer }) => `  ${owner}: ${JSON.stringify(text)} at ${pointer}\n`);
  const missing = texts.length === 0 ? '' : `\nno Portuguese in translations.pt for\n${texts.join('')}`;
  return `${pluginTree(registry)}${missing}`;
}
