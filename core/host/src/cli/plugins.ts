import type { Command } from 'commander';

export function addPluginsCommand(program: Command): void {
  program
    .command('plugins')
    .description(
      'Show the plugins of the deployment: version, plugin api, modes, routes, boot time; or why they are refused.',
    )
    .action(async () => {
      // Loaded only now: no other command needs the whole host.
      const { describePlugins } = await import('../start/describe-plugins.js');
      process.stdout.write(await describePlugins(process.env, process.cwd()));
    });
}
