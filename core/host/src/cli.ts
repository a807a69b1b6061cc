import { Command } from 'commander';
import { addAdminCommands } from './cli/admin.js';
import { addPluginCommands } from './cli/plugin-commands.js';
import { addPluginsCommand } from './cli/plugins.js';
import { printable } from './cli/render.js';
import { CORE_COMMANDS } from './commands/core-names.js';
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
  const admin = addAdminCommands(program);
  addPluginsCommand(program);
  try {
    if (mayBeOfPlugin(args)) {
      // Loaded only now: no command of the host's own needs the plugins to be known.
      const { admittedPlugins } = await import('./start/describe-plugins.js');
      const plugins = admittedPlugins(process.env, process.cwd());
      addPluginCommands(admin, await (isHelp(args) ? plugins.catch(toldWithout) : plugins));
    }
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    tell(error);
    process.exitCode = 1;
  }
}

function tell(error: unknown): void {
  process.stderr.write(`${toldAs(error).split('\n').map(printable).join('\n')}\n`);
}

/** Help that lacks what plugins bring is better than none. */
function toldWithout(error: unknown): [] {
  tell(error);
  return [];
}

const isHelp = (args: readonly string[]): boolean =>
  args.at(-1) === 'admin' || args.some((arg) => ['help', '--help', '-h'].includes(arg));

/** Whether the help of `admin` is asked for, or a command of it that is not the host's. */
function mayBeOfPlugin(args: readonly string[]): boolean {
  const at = args.indexOf('admin');
  const [next = ''] = args.slice(at + 1);
  return at >= 0 && (next === 'help' || !CORE_COMMANDS.includes(next));
}
