import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, Socket } from 'node:net';
import { inspect } from 'node:util';
import { Destination, destination, EgressError, type Logger, type OutgoingCall } from '@ostiary/plugin-api';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { GuardedEgress } from './egress.js';
import { exchange } from './exchange.js';
import type { Resolver } from './resolve.js';

const lines: object[] = [];
const note = (fields: object): void => void lines.push(fields);
const log: Logger = { info: note, warn: note, error: note };

/** Every name is a name of this machine: the worst a resolver can say. */
const allInside: Resolver = async () => [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const egressTo = (url: string, resolve: Resolver = allInside): GuardedEgress =>
  new GuardedEgress({ plugin: 'trial', destinations: [new Destination(new URL(url))], resolve, log });

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const failed = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failed instanceof EgressError)) throw failed;
  return failed.reason;
}

/** Why a configuration may not name it; `taken` when it may. */
const refusalOf = (text: string): string =>
  destination().safeParse(text).success ? 'taken' : 'not in a configuration';

let connections = 0;
let handler: RequestListener = (_, response) => void response.end('reached');
let port: number;
const servers: Server[] = [];

beforeAll(async () => {
  const listen = async (host: string, at: number): Promise<number> => {
    const server = createServer((request, response) => handler(request, response));
    server.on('connection', () => (connections += 1));
    server.listen(at, host);
    await once(server, 'listening');
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  port = await listen('127.0.0.1', 0);
  await listen('::1', port);
});
afterAll(() => servers.forEach((server) => server.close()));
afterEach(() => {
  connections = 0;
  lines.length = 0;
  vi.restoreAllMocks();
});

/** How many of the calls are to where the calls of this file go: other files of the process may still hold connections. */
const ours = (calls: readonly (readonly unknown[])[]): number =>
  calls.filter((call) => [port, 443].includes(Number((call.flat()[0] as { port?: unknown } | undefined)?.port))).length;

/** Ways to write an address that is inside, or a name of one. */
const SPELLINGS = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '2130706433.',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '0177.1',
  '127.0.0.01',
  '0000177.0.0.1',
  '0x7F.0.0.1',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127%2e0%2e0%2e1',
  '%31%32%37.0.0.1',
  '%6cocalhost',
  '0',
  '0.0.0.0',
  '0x0',
  '00000',
  '10.0.0.1',
  '10.1',
  '0xa.0.0.1',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '0xac100001',
  '192.168.0.1',
  '192.168.257',
  '3232235521',
  '0300.0250.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '169.254.169.254.',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.16689662',
  '192.0.0.192',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'ip6-localhost',
  'metadata.google.internal',
  'instance-data',
  '127.0.0.1.nip.example',
  'kubernetes.default.svc',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[0:0:0:0:0:ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:a9fe:a9fe::1]',
  '[fe80::1]',
  '[fe80::1%eth0]',
  '[fe80::1%25eth0]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  'user@127.0.0.1',
  'user:pass@localhost',
  'api.example.com@127.0.0.1',
  'api.example.com%40127.0.0.1',
  '127.0.0.1#@api.example.com',
  '127.0.0.1\\@api.example.com',
  '\t127.0.0.1',
  '127.0.0.1\n',
  '127.\r\n0.0.1',
];

describe('addresses inside a network', () => {
  it('are in the table in more than sixty spellings', () => {
    expect(new Set(SPELLINGS).size).toBe(SPELLINGS.length);
    expect(SPELLINGS.length).toBeGreaterThan(60);
  });

  it.each(SPELLINGS)('%j is not connected to, even where the configuration names it', async (spelling) => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    const text =
      spelling.includes('#') || spelling.includes('\\') ? `https://${spelling}/` : `https://${spelling}:${port}/`;
    const url = URL.parse(text);
    const refused = url === null ? refusalOf(text) : reasonOf(egressTo(url.href).call({ url }));
    expect(await refused).toMatch(/^(address_refused|not_listed|not in a configuration)$/);
    expect([ours(connect.mock.calls), connections]).toEqual([0, 0]);
  });

  it('are counted where they are reached: the loopback address, named with http for a test', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    const url = new URL(`http://127.0.0.1:${port}/`);
    expect((await egressTo(url.href).call({ url })).text()).toBe('reached');
    expect([ours(connect.mock.calls), connections]).toEqual([1, 1]);
  });

  it('are refused in one of several answers of a resolver, and an empty answer is none', async () => {
    const url = new URL('https://api.example.com/');
    const mixed: Resolver = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const connect = vi.spyOn(Socket.prototype, 'connect');
    expect(await reasonOf(egressTo(url.href, mixed).call({ url }))).toBe('address_refused');
    expect(await reasonOf(egressTo(url.href, async () => []).call({ url }))).toBe('not_found');
    expect(await reasonOf(egressTo(url.href, () => Promise.reject(new Error('no'))).call({ url }))).toBe('not_found');
    expect(ours(connect.mock.calls)).toBe(0);
  });

  it('are not reached by a name that changes its mind: it is looked up once, and what was checked is what is connected to', async () => {
    const url = new URL(`https://rebinding.example:${port}/`);
    const answers = ['93.184.216.34', '127.0.0.1', '127.0.0.1'];
    let asked = 0;
    const resolve: Resolver = async () => [{ address: answers[asked++] ?? '127.0.0.1', family: 4 }];
    const reached: unknown[] = [];
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
      const [options] = args.flat() as [
        { lookup: (name: string, options: object, answer: (...got: unknown[]) => void) => void },
      ];
      for (const all of [true, false, true])
        options.lookup('rebinding.example', { all }, (...got) => reached.push(got));
      setImmediate(() => this.destroy(new Error('no network in this test')));
      return this;
    });
    expect(await reasonOf(egressTo(url.href, resolve).call({ url }))).toBe('unreachable');
    const pinned = [null, [{ address: '93.184.216.34', family: 4 }]];
    expect(reached).toEqual([pinned, [null, '93.184.216.34', 4], pinned]);
    expect([asked, connections]).toEqual([1, 0]);
  });
});

describe('what a plugin may call', () => {
  it.each([
    'https://api.example.com:8443/v1/x',
    'https://api.example.com/v2',
    'https://api.example.com/v1/../admin',
    'https://api.example.com/v1%2f..%2fadmin/../..',
    'https://api.example.com/v10',
    'http://api.example.com/v1/x',
    'https://api.example.com.evil.example/v1/x',
    'https://evil.example/v1?https://api.example.com/v1',
    'https://key@api.example.com/v1/x',
    'file:///v1/x',
    'data:,v1',
  ])('is below what its configuration names, which %s is not', async (text) => {
    const resolve = vi.fn<Resolver>(allInside);
    expect(await reasonOf(egressTo('https://api.example.com/v1', resolve).call({ url: new URL(text) }))).toBe(
      'not_listed',
    );
    expect(resolve).not.toHaveBeenCalled();
  });

  it('is named with https, or with http and the loopback address for a test', () => {
    const taken = (text: string): boolean => destination().safeParse(text).success;
    expect(
      [
        'https://a.example',
        'https://a.example:8443/v1',
        'http://127.0.0.1:1234/x',
        'http://[::1]:80/',
        'http://[::1]:8080/',
      ].map(taken),
    ).toEqual([true, true, true, false, true]);
    expect(
      [
        'http://a.example',
        'http://localhost:1',
        'http://127.0.0.1',
        'https://u:p@a.example',
        'https://a.example/?a',
        'https://a.example/#a',
        'a.example',
        '',
      ].map(taken),
    ).toEqual(Array(8).fill(false));
    expect(destination().parse('https://a.example/v1/').at('/messages?beta=1').href).toBe(
      'https://a.example/v1/messages?beta=1',
    );
  });
});

describe('an answer', () => {
  const ask = (call: Partial<OutgoingCall> = {}): Promise<unknown> => {
    const url = new URL(`http://127.0.0.1:${port}/`);
    return egressTo(url.href).call({ url, ...call });
  };
  const answering = (answer: RequestListener): void => {
    const before = handler;
    handler = answer;
    onTestFinished(() => void (handler = before));
  };

  it('of 10 MB is read, of a byte more it is not, announced or not', async () => {
    const sizes = [10 * 1024 * 1024, 10 * 1024 * 1024 + 1];
    for (const announced of [true, false]) {
      answering((request, response) => {
        const size = sizes[Number(request.headers['x-at'])] ?? 0;
        if (announced) response.setHeader('Content-Length', size);
        response.write(Buffer.alloc(1));
        response.end(Buffer.alloc(size - 1));
      });
      expect(await ask({ headers: { 'X-At': '0' } })).toMatchObject({ status: 200 });
      expect(await reasonOf(ask({ headers: { 'X-At': '1' } }))).toBe('too_large');
      expect(await reasonOf(ask({ headers: { 'X-At': '0' }, maxBytes: 100 }))).toBe('too_large');
    }
    expect(await reasonOf(ask({ method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) }))).toBe('too_large');
  });

  it('that comes a byte at a time, or never, ends with the time', async () => {
    answering((_, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await reasonOf(ask({ timeoutMs: 150 }))).toBe('timeout');
    answering(() => undefined);
    expect(await reasonOf(ask({ timeoutMs: 150 }))).toBe('timeout');
    const url = new URL('https://api.example.com/');
    const never = egressTo(url.href, () => new Promise<never>(() => undefined));
    expect(await reasonOf(never.call({ url, timeoutMs: 50 }))).toBe('timeout');
  });

  it('is not waited for once the caller has gone', async () => {
    answering(() => undefined);
    const gone = new AbortController();
    const asked = reasonOf(ask({ signal: gone.signal }));
    await expect.poll(() => connections).toBe(1);
    gone.abort();
    expect(await asked).toBe('aborted');
    expect(await reasonOf(ask({ signal: gone.signal }))).toBe('aborted');
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('with %s is not followed', async (status) => {
    answering((_, response) => void response.writeHead(status, { Location: `http://127.0.0.1:${port}/inside` }).end());
    expect(await reasonOf(ask())).toBe('redirected');
    expect(connections).toBe(1);
  });

  it('that is packed is not read', async () => {
    answering((_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'));
    expect(await reasonOf(ask())).toBe('too_large');
  });

  it('with an error tells its status, and nothing of what it says; neither does the log', async () => {
    const key = 'sk-canary-0123456789';
    answering(
      (_, response) =>
        void response.writeHead(401, key, { 'X-Key': key, 'Retry-After': '7' }).end(`no such key: ${key}`),
    );
    const failed: unknown = await ask({ headers: { Authorization: `Bearer ${key}` }, body: key, method: 'POST' }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ reason: 'status', options: { status: 401, retryAfter: 7 } });
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain(key);
    expect(lines).toMatchObject([{ plugin: 'trial', method: 'POST', failed: 'status', status: 401 }]);
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  it("cannot make the call say more than it was given: the fields of the transport are the host's", async () => {
    let seen: object = {};
    answering((request, response) => {
      seen = request.headers;
      response.end();
    });
    const headers = {
      Host: 'evil.example',
      'Transfer-Encoding': 'chunked',
      'Accept-Encoding': 'gzip',
      'Proxy-Authorization': 'x',
      'X-Own': '1',
    };
    await ask({ headers, method: 'POST', body: '{}' });
    expect(seen).toMatchObject({
      host: `127.0.0.1:${port}`,
      'accept-encoding': 'identity',
      'content-length': '2',
      'x-own': '1',
    });
    expect(Object.keys(seen)).not.toContain('transfer-encoding');
    expect(Object.keys(seen)).not.toContain('proxy-authorization');
  });

  it('without TLS on the other side is a fault of TLS', async () => {
    const plain = createTcpServer(
      (socket) => void socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    onTestFinished(() => void plain.close());
    const url = new URL(`https://a.example:${(plain.address() as AddressInfo).port}/`);
    const pinned = [{ address: '127.0.0.1', family: 4 }];
    expect(await reasonOf(exchange({ url }, pinned, AbortSignal.timeout(20_000)))).toBe('tls');
  });
});
