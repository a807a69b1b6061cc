import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minimumRate } from './minimum-rate.js';

const server = express()
  .use(minimumRate({ windowMs: 300, bytes: 1_000 }))
  .put('/take', (request, response) => {
    let length = 0;
    request.on('data', (chunk: Buffer) => (length += chunk.length));
    request.on('end', () => response.end(`took ${length}`));
    request.on('error', () => undefined);
  })
  // Holds up the whole service for more than two windows.
  .put('/busy', (request, response) => {
    const until = performance.now() + 700;
    while (performance.now() < until);
    request.resume();
    request.on('end', () => response.end('took it'));
  })
  // Takes nothing for a while, as one who waits for a disk.
  .put('/wait', (request, response) => {
    setTimeout(() => {
      request.resume();
      request.on('end', () => response.end('took it'));
    }, 1_500);
  })
  .listen(0);

beforeAll(() => void (server.listening || once(server, 'listening')));
afterAll(() => void server.close());

/** Sends a header, then `piece` every so many milliseconds until `length` bytes are sent; returns what was answered. */
async function send(path: string, length: number, piece: number, everyMs: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
    if (answer.includes('took')) socket.end();
  });
  socket.on('error', () => undefined);
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n`);
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(Buffer.alloc(Math.min(piece, length - sent)));
    sent += Math.min(piece, length - sent);
    if (sent === length) clearInterval(timer);
  }, everyMs);
  // Whoever is cut off while it writes may hear of that as an error before the end.
  await new Promise((closed) => socket.once('close', closed));
  clearInterval(timer);
  return answer;
}

/** A client in a thread of its own, which goes on while the service is held up. */
const CLIENT = `
  const { parentPort, workerData: port } = require('node:worker_threads');
  const socket = require('node:net').connect(port, '127.0.0.1');
  let answer = '';
  let sent = 0;
  socket.write('PUT /busy HTTP/1.1\\r\\nHost: h\\r\\nConnection: close\\r\\nContent-Length: 20000\\r\\n\\r\\n');
  const timer = setInterval(() => {
    socket.write(Buffer.alloc(2_000));
    if ((sent += 2_000) === 20_000) clearInterval(timer);
  }, 40);
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => undefined);
  socket.on('close', () => (clearInterval(timer), parentPort.postMessage(answer)));
`;

describe('a body', () => {
  it('is not cut off for what came while the service was held up and is not read yet', async () => {
    const client = new Worker(CLIENT, { eval: true, workerData: (server.address() as AddressInfo).port });
    expect(await once(client, 'message')).toEqual([expect.stringContaining('took it')]);
  });

  it('that comes steadily may take many windows', async () => {
    expect(await send('/take', 40_000, 2_000, 60)).toContain('took 40000');
  });

  it('that comes too slowly is cut off with 408', async () => {
    expect(await send('/take', 40_000, 1, 20)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await send('/take', 40_000, 40_000, 600_000)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that the service itself does not take is not cut off', async () => {
    expect(await send('/wait', 4_000_000, 4_000_000, 10)).toContain('took it');
  });
});
