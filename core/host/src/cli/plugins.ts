import type { Command } from 'commander';
import { readHostConfig } from '../config/host-config.js';
import { addPlugin, removePlugin } from '../plugin-loading/add-plugin.js';

/** Adds `plugins`, `plugins add` and `plugins remove`. */
export function addPluginsCommand(program: Command): void {
  const plugins = program
    .command('plugins')
    .description(
      'Show the plugins of the deployment: version, plugin api, modes, routes, boot time; or why they are refused.',
    )
    .action(async () => {
      // Loaded only now: no other command needs the whole host.
      const { describePlugins } = await import('../start/describe-plugins.js');
      process.stdout.write(await describePlugins(process.env, process.cwd()));
    });
  plugins
    .command('add <package>')
    .description(
      'Install a plugin: a tarball, a folder, or the name of a package. It runs once the deployment file names it.',
    )
    .action(async (what: string) => show(await addPlugin(what, folder(), process.cwd())));
  plugins
    .command('remove <name>')
    .description('Take an installed plugin away. Its tables stay.')
    .action(async (name: string) => show(await removePlugin(name, folder())));
}

function folder(): string {
  return readHostConfig(process.env, process.cwd()).pluginsDirectory;
}

function show(names: readonly string[]): void {
  const list = names.length === 0 ? 'none' : names.join(', ');
  process.stdout.write(`installed in ${folder()}: ${list}\n`);
}
