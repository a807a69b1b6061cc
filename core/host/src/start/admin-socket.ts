import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Logger } from '@ostiary/plugin-api';
import { type AdminDesk, performRequest } from '../commands/perform.js';
import { AdminError } from '../keys/admin-error.js';
import { adminSocketPath } from '../config/admin-socket-path.js';

/** A path of a socket longer than this is cut off by the system. */
const LONGEST_PATH = 100;

/**
 * Lets the admin command work while this process holds the embedded database: a socket in the data folder, which only
 * the owner of the folder can open. It is not on the network. Closing it tells commands under way to end, and waits for them.
 */
export async function serveAdmin(
  desk: AdminDesk,
  dataDirectory: string,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const path = adminSocketPath(dataDirectory);
  if (process.platform === 'win32' || Buffer.byteLength(path) > LONGEST_PATH) {
    log.warn({ path }, 'no admin socket here: the admin command works while the service is stopped');
    return { close: () => Promise.resolve() };
  }
  rmSync(path, { force: true });
  const closing = new AbortController();
  const server = createServer((request, response) => {
    const signal = AbortSignal.any([closing.signal, gone(response)]);
    answer(desk, request, signal).then(
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
  return {
    close: () => {
      closing.abort();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Aborts when who asked hangs up before the answer. */
function gone(response: ServerResponse): AbortSignal {
  const control = new AbortController();
  response.once('close', () => control.abort());
  return control.signal;
}

async function answer(desk: AdminDesk, request: IncomingMessage, signal: AbortSignal): Promise<object> {
  try {
    return { result: await performRequest(desk, JSON.parse(await text(request)) as unknown, signal) };
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
