import { Command } from 'commander';
import { AdminError } from './account/admin-error.js';
import { addAdminCommands } from './cli/admin.js';
import { addPluginsCommand } from './cli/plugins.js';
import { DeploymentError } from './assemble/deployment.js';
import { PluginsRefused } from './assemble/refusal.js';
import { EnvironmentError } from './config/environment.js';
import { hostVersion } from './config/project.js';
import { DataDirectoryInUse } from './storage/data-lock.js';

/** The command `ostiary`: what an operator does beside the running service. Reads the same environment as the service. */
const program = new Command('ostiary')
  .description('Operate an Ostiary service.')
  .version(hostVersion())
  .showHelpAfterError();
addAdminCommands(program);
addPluginsCommand(program);

program.parseAsync().catch((error: unknown) => {
  const told = [AdminError, DeploymentError, PluginsRefused, EnvironmentError, DataDirectoryInUse].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(
    `${error instanceof Error ? (told ? error.message : (error.stack ?? error.message)) : String(error)}\n`,
  );
  process.exitCode = 1;
});
