// Embedded only: a connection is cut off before anything is stored.
import { connect, type Socket } from 'node:net';
import { Agent, type Server } from 'node:http';
import { HttpAdapterHost } from '@nestjs/core';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '@ostiary/testkit/processes';

let host: TestHost;
let key: TestKey;
let server: Server;

beforeAll(async () => {
  host = await startHost();
  key = await host.createKey();
  server = host.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;
});
afterAll(() => host.close());

/** How many of each kind of bad client there are at once. */
const EACH = 60;

interface SlowClient {
  /** What it was answered, once it was closed. */
  readonly gone: Promise<string>;
  /** Its own port, once it is connected. */
  port(this: void): number | undefined;
}

/** A connection that has sent `text`, and from then on sends `drip` again and again, or nothing; it may read or not. */
function open(text: string, options: { readonly drip?: string; readonly read?: boolean } = {}): SlowClient {
  const { hostname, port } = new URL(host.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  let own: number | undefined;
  socket.once('connect', () => (own = socket.localPort));
  if (options.read === false) socket.pause();
  else socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(text);
  const timer = options.drip === undefined ? undefined : setInterval(() => socket.write(options.drip ?? ''), 100);
  onTestFinished(() => void socket.destroy());
  const gone = new Promise<string>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
  return { gone, port: () => own };
}

const many = (make: () => SlowClient): Promise<string>[] => Array.from({ length: EACH }, () => make().gone);

describe('clients that send or read slowly', () => {
  it('have as long as is said', () => {
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 600_000, timeout: 60_000 });
  });

  it('are cut off in bounded time, and others are served meanwhile', async () => {
    // Others, over a connection of their own.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const served = async (): Promise<number> => (await ask(`${host.url}/v1/account`, key.bearer, agent)).status;
    expect(await served()).toBe(200);

    // The same cuts as in service, only sooner.
    const { headersTimeout, requestTimeout, timeout } = server;
    onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout, timeout }));
    const seen = new Set<number | undefined>();
    const closed = new Set<number | undefined>();
    server.on('connection', (socket: Socket) => {
      const { remotePort } = socket;
      seen.add(remotePort);
      socket.once('close', () => closed.add(remotePort));
    });
    // More than the buffers of both ends hold, and never read: such a client does not see its end, so the server is asked.
    server.timeout = 2_000;
    const large = 'GET /openapi.yaml HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(300);
    const readers = Array.from({ length: 2 }, () => open(large, { read: false }));
    await expect.poll(() => readers.every(({ port }) => seen.has(port()))).toBe(true);
    Object.assign(server, { headersTimeout: 1_000, requestTimeout: 3_000, timeout });

    const post = `POST /v1/solves HTTP/1.1\r\nHost: h\r\nAuthorization: ${key.bearer}\r\nContent-Type: application/json\r\n`;
    const answers = Promise.all([
      ...many(() => open('')),
      ...many(() => open('GET /v1/account HTTP/1.1\r\nHost: h\r\nX: ', { drip: 'x' })),
      ...many(() => open(`${post}Content-Length: 1000\r\n\r\n{`, { drip: ' ' })),
      ...many(() => open(`${post}Transfer-Encoding: chunked\r\n\r\n`, { drip: '1\r\n \r\n' })),
    ]);
    const cut = answers.then(() => 'cut');
    do expect(await served()).toBe(200);
    while ((await Promise.race([cut, Promise.resolve('not yet')])) !== 'cut');
    for (const answer of await answers) expect(answer).toMatch(/^(HTTP\/1\.1 408 [^]*)?$/);
    await expect.poll(() => readers.every(({ port }) => closed.has(port()))).toBe(true);
    expect(await served()).toBe(200);
  });
});
