import { Inject, Injectable } from '@nestjs/common';
import { AccountsError, CommandError, type CommandDefinition, type CommandResult, Secret } from '@ostiary/plugin-api';
import { z } from 'zod';
import { AdminError } from '../keys/admin-error.js';
import { optionFaults } from '../keys/option-faults.js';
import { PluginContexts } from '../plugins/plugin-contexts.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { PluginFailed } from '../plugins/plugin-failed.js';

/** What a command of a plugin is asked, from outside of the process that does it. */
export const PluginCommandRequest = z.strictObject({
  /** Name of the command. */
  pluginCommand: z.string(),
  /** By the fields of its schema; of a secret the reference. */
  options: z.record(z.string(), z.unknown()),
  /** Texts of secrets, which only who typed the command can read, by the fields they are for. */
  secrets: z.record(z.string(), z.string()),
});
export type PluginCommandRequest = z.output<typeof PluginCommandRequest>;

const Result = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown()))]);

/** What `ostiary admin` does for plugins, in the process that has their providers. */
@Injectable()
export class PluginCommands {
  constructor(
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(PluginContexts) private readonly contexts: PluginContexts,
  ) {}

  /**
   * Does one command. The result is JSON and nothing else, whoever prints it.
   * @param signal aborts when nobody waits for the result any more
   * @throws AdminError for what cannot be done, PluginFailed for a defect of the plugin
   */
  async perform(
    { pluginCommand, options, secrets }: PluginCommandRequest,
    signal: AbortSignal,
  ): Promise<CommandResult> {
    const plugin = this.registry.plugins.find(({ definition }) => commandIn(definition.commands, pluginCommand));
    const command = commandIn(plugin?.definition.commands, pluginCommand);
    if (plugin === undefined || command === undefined)
      throw new AdminError(`there is no command ${pluginCommand} of a plugin in the service that runs`);
    const parsed = command.options.safeParse(options);
    if (!parsed.success) throw new AdminError(optionFaults(parsed.error, options, command.options));
    for (const [name, value] of Object.entries(parsed.data)) {
      const text = secrets[name];
      if (value instanceof Secret && text !== undefined) value.resolve(text);
    }
    try {
      const given: unknown = await command.run(this.contexts.of(plugin, { signal }), parsed.data);
      return Result.parse(JSON.parse(JSON.stringify(given) ?? 'null'));
    } catch (error) {
      if (error instanceof CommandError || error instanceof AccountsError) throw new AdminError(error.message);
      throw new PluginFailed(plugin.id, `the command ${pluginCommand}`, error);
    }
  }
}

function commandIn(commands: readonly CommandDefinition[] = [], name: string): CommandDefinition | undefined {
  return commands.find((command) => command.name === name);
}
