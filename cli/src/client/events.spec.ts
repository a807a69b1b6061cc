import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { follow } from './events.js';
import { connect, type Service } from './service.js';

let server: Server;
afterEach(() => server.close());

async function serve(listener: RequestListener): Promise<Service> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return connect({ url: `http://127.0.0.1:${port}`, key: 'k' }, { language: 'en' });
}

const frame = (seq: number, status: string): string =>
  `id: ${seq}\nevent: e\ndata: ${JSON.stringify({ seq, type: 'e', status, at: '2026-01-01T00:00:00.000Z' })}\n\n`;

async function seen(service: Service): Promise<number[]> {
  const all: number[] = [];
  for await (const { seq } of follow(service, 'slv_1')) all.push(seq);
  return all;
}

describe('the events of a job', () => {
  it('are followed behind the last one when the stream breaks', async () => {
    const asked: unknown[] = [];
    const service = await serve((request, response) => {
      if (request.url === '/v1/solves/slv_1') {
        response.setHeader('Content-Type', 'application/json');
        return response.end('{"status": "running"}');
      }
      asked.push(request.headers['last-event-id']);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      if (asked.length === 1) response.write(frame(1, 'queued') + frame(2, 'running'), () => response.destroy());
      else if (asked.length === 2) response.end();
      else response.end(`: heartbeat\n\n${frame(3, 'running')}${frame(4, 'succeeded')}`);
    });
    expect(await seen(service)).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual([undefined, '2', '2']);
  });

  it('end where the job has ended and there are none any more', async () => {
    const service = await serve((request, response) => {
      if (request.url?.endsWith('/events'))
        return response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end();
      response.setHeader('Content-Type', 'application/json');
      response.end('{"status": "succeeded"}');
    });
    expect(await seen(service)).toEqual([]);
  });

  it('tell the problem that the service has with them', async () => {
    const service = await serve((_, response) => {
      response.writeHead(404, { 'Content-Type': 'application/problem+json' });
      response.end('{"slug": "not_found", "detail": "There is no such job.", "status": 404}');
    });
    await expect(seen(service)).rejects.toMatchObject({ words: { en: 'There is no such job. [not_found]' }, code: 2 });
  });

  it('are nothing that another server tells', async () => {
    const service = await serve((_, response) => response.writeHead(404).end('<h1>nginx</h1>'));
    await expect(seen(service)).rejects.toThrow('answered 404, and not in the way of an Ostiary service');
  });
});
