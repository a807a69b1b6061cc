import { Module } from '@nestjs/common';
import { PluginCommands } from './plugin-commands.js';

/** What `ostiary admin` does for plugins. */
@Module({ providers: [PluginCommands], exports: [PluginCommands] })
export class CommandsModule {}
