import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Logger } from '@ostiary/plugin-api';
import type { Admin } from '../keys/admin.js';
import { AdminError } from '../keys/admin-error.js';
import { adminSocketPath } from '../config/admin-socket-path.js';
import { performAdmin } from '../keys/admin-commands.js';

/** A path of a socket longer than this is cut off by the system. */
const LONGEST_PATH = 100;

/**
 * Lets the admin command work while this process holds the embedded database: a socket in the data folder, which only
 * the owner of the folder can open. It is not on the network.
 */
export async function serveAdmin(
  admin: Admin,
  dataDirectory: string,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const path = adminSocketPath(dataDirectory);
  if (process.platform === 'win32' || Buffer.byteLength(path) > LONGEST_PATH) {
    log.warn({ path }, 'no admin socket here: the admin command works while the service is stopped');
    return { close: () => Promise.resolve() };
  }
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    answer(admin, request).then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => {
        log.error({ err: error }, 'an admin command failed');
        response.writeHead(500).end(JSON.stringify({ error: 'the service could not do that; its log says why' }));
      },
    );
  });
  const before = process.umask(0o177);
  try {
    await listening(server, path);
  } finally {
    process.umask(before);
  }
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answer(admin: Admin, request: AsyncIterable<Uint8Array>): Promise<object> {
  try {
    return { result: await performAdmin(admin, JSON.parse(await text(request)) as unknown) };
  } catch (error) {
    if (error instanceof AdminError) return { error: error.message };
    throw error;
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}
