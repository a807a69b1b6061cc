import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AdminCommand, AdminResult } from '../keys/admin-commands.js';
import { AdminError } from '../keys/admin-error.js';
import { adminSocketPath } from '../config/admin-socket-path.js';
import { readHostConfig } from '../config/host-config.js';

/**
 * Does a command: through the service where it holds the embedded database, else on the database itself.
 * @throws AdminError for what cannot be done
 */
export async function sendAdmin(
  command: AdminCommand,
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<AdminResult> {
  const config = readHostConfig(env, directory);
  if (config.databaseUrl === null) {
    const answer = await askService(adminSocketPath(config.dataDirectory), command);
    if (answer) return answer;
  }
  // Loaded only now: asking a running service takes none of it.
  const { performOffline } = await import('../start/admin-offline.js');
  return performOffline(command, env, directory);
}

/** Undefined when no service listens there. */
async function askService(socketPath: string, command: AdminCommand): Promise<AdminResult | undefined> {
  const body = await new Promise<string | undefined>((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST', path: '/' }, (response) => resolve(text(response)));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    sent.end(JSON.stringify(command));
  });
  if (body === undefined) return undefined;
  const answer = JSON.parse(body) as { readonly result?: AdminResult; readonly error?: string };
  if (answer.error !== undefined || answer.result === undefined)
    throw new AdminError(answer.error ?? 'the service gave no answer');
  return answer.result;
}
