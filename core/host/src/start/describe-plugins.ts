import { assemble } from '../assemble/assemble.js';
import { readDeployment } from '../assemble/deployment.js';
import { pluginTree } from '../assemble/tree.js';
import { readHostConfig } from '../config/host-config.js';
import { hostControllers } from '../host.modules.js';

/**
 * The plugins of the deployment as text.
 * @throws PluginsRefused, DeploymentError, EnvironmentError
 */
export async function describePlugins(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<string> {
  const { deploymentFile } = readHostConfig(env, directory);
  return pluginTree(await assemble(readDeployment(deploymentFile), hostControllers()));
}
