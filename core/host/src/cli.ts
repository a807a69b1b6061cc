import { Command } from 'commander';
import { AdminError } from './keys/admin-error.js';
import { addAdminCommands } from './cli/admin.js';
import { addPluginsCommand } from './cli/plugins.js';
import { printable } from './cli/render.js';
import { DeploymentError } from './plugins/deployment.js';
import { PluginsRefused } from './plugin-loading/refusal.js';
import { EnvironmentError } from './config/environment.js';
import { hostVersion } from './config/project.js';
import { DataDirectoryInUse } from './storage/data-lock.js';

/**
 * The commands of `ostiary` that concern a service: what an operator does beside the running one. Reads the same
 * environment as the service. Called by the package of the command line, which knows the others.
 */
export async function runHostCommand(args: readonly string[]): Promise<void> {
  const program = new Command('ostiary')
    .description('Operate an Ostiary service.')
    .version(hostVersion())
    .showHelpAfterError();
  addAdminCommands(program);
  addPluginsCommand(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const told = [AdminError, DeploymentError, PluginsRefused, EnvironmentError, DataDirectoryInUse].some(
      (kind) => error instanceof kind,
    );
    const text = error instanceof Error ? (told ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
    process.exitCode = 1;
  }
}
