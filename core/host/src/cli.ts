import { Command } from 'commander';
import { addAdminCommands } from './cli/admin.js';
import { addPluginsCommand } from './cli/plugins.js';
import { printable } from './cli/render.js';
import { hostVersion } from './config/project.js';
import { toldAs } from './start/told.js';

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
    process.stderr.write(`${toldAs(error).split('\n').map(printable).join('\n')}\n`);
    process.exitCode = 1;
  }
}
