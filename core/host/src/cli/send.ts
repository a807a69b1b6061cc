import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CommandResult } from '@ostiary/plugin-api';
import type { AdminRequest } from '../commands/perform.js';
import { AdminError } from '../keys/admin-error.js';
import { adminSocketPath } from '../config/admin-socket-path.js';
import { readHostConfig } from '../config/host-config.js';

/**
 * Does a command: through the service where it holds the embedded database, else on the database itself.
 * @throws AdminError for what cannot be done
 */
export async function sendAdmin(
  asked: AdminRequest,
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Promise<CommandResult> {
  const config = readHostConfig(env, directory);
  if (config.databaseUrl === null) {
    const answer = await askService(adminSocketPath(config.dataDirectory), asked);
    if (answer !== undefined) return answer;
  }
  // Loaded only now: asking a running service takes none of it.
  const { performOffline } = await import('../start/admin-offline.js');
  return performOffline(asked, env, directory);
}

/** Undefined when no service listens there. */
async function askService(socketPath: string, asked: AdminRequest): Promise<CommandResult | undefined> {
  const body = await new Promise<string | undefined>((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST', path: '/' }, (response) => resolve(text(response)));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    sent.end(JSON.stringify(asked));
  });
  if (body === undefined) return undefined;
  const answer = JSON.parse(body) as { readonly result?: CommandResult; readonly error?: string };
  if (answer.error !== undefined || answer.result === undefined)
    throw new AdminError(answer.error ?? 'the service gave no answer');
  return answer.result;
}
