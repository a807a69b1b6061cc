import type { CommandResult } from '@ostiary/plugin-api';
import type { AdminCommand, AdminResult } from '../keys/admin-commands.js';
import { PluginCommandRequest, type PluginCommands } from './plugin-commands.js';

/** What `ostiary admin` asks: of the host, or of a plugin. */
export type AdminRequest = AdminCommand | PluginCommandRequest;

/** What does it. */
export interface AdminDesk {
  /** Commands of the host. @throws AdminError for what cannot be done */
  readonly own: (given: unknown) => Promise<AdminResult>;
  readonly commands: PluginCommands;
}

/**
 * Does what the operator asks.
 * @param signal aborts when nobody waits for the result any more
 * @throws AdminError for what cannot be done, PluginFailed for a defect of a plugin
 */
export async function performRequest(
  { own, commands }: AdminDesk,
  given: unknown,
  signal: AbortSignal,
): Promise<CommandResult> {
  const asked = PluginCommandRequest.safeParse(given);
  return asked.success ? commands.perform(asked.data, signal) : own(given);
}
