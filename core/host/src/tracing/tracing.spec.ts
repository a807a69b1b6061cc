import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../observe/logger.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  clientOf,
  databaseUrl,
  newDeployment,
  newDirectory,
  redisUrl,
  startHostProcess,
} from '@ostiary/testkit/processes';
import { startTracing } from './start.js';
import { during, failureType, NO_TRACING } from './tracing.js';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string; readonly boolValue?: boolean };
}

/** A span as it was sent. */
interface Received {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Received, 'resource'>[] }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** What is embedded whatever the run is given, or starts nothing, is not done again where it is given servers. */
const GIVEN_SERVERS = databaseUrl !== undefined;

/** What takes OTLP over HTTP, and remembers every byte of it. */
async function collector() {
  const spans: Received[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      texts.push(`${request.url} ${JSON.stringify(request.headers)} ${text}`);
      for (const { resource, scopeSpans } of (JSON.parse(text) as Batch).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, resource: valuesOf(resource.attributes) });
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' }, spans, texts };
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const CANARIES = ['canary-of-the-text', 'canary-of-the-label', 'canary-of-metadata', 'canary-of-the-name'];

type Process = Awaited<ReturnType<typeof startHostProcess>>;

/** Does what is traced, as a caller who is traced itself; returns the spans of its trace. */
async function work(api: Process, received: Awaited<ReturnType<typeof collector>>): Promise<readonly Received[]> {
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, authorization: `Bearer ${api.key}` };
  const solve = (body: object) =>
    fetch(`${api.url}/v1/solves`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', prefer: 'wait=30' },
      body: JSON.stringify(body),
    });
  const [text, label, note, name] = CANARIES;
  const asked = await solve({ mode: 'busy', do: 'ask', text, label, metadata: { note } });
  expect(await asked.json()).toMatchObject({ status: 'succeeded', result: { text } });
  expect(await (await solve({ mode: 'busy', do: 'throw', text })).json()).toMatchObject({ status: 'failed' });
  expect(await (await solve({ mode: 'parts', parts: 2 })).json()).toMatchObject({ status: 'succeeded' });
  const found = await fetch(`${api.url}/v1/ticks/address?name=${name}`, { headers });
  expect(found.status).toBe(200);
  const ofTrace = () => received.spans.filter(({ traceId }) => traceId === TRACE);
  // Requests, jobs, attempts (two of them at parts), a question, its answer, and what the plugin itself tells of.
  await expect.poll(() => ofTrace().length).toBe(4 + 3 + 5 + 2 + 1);
  return ofTrace();
}

const one = (spans: readonly Received[], name: string, parent?: Received): Received => {
  const found = spans.filter((span) => span.name === name && (!parent || span.parentSpanId === parent.spanId));
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} spans are named ${name}`);
  return first;
};

/** One chain from the caller to the solver's child. */
function expectOneTrace(
  spans: readonly Received[],
  texts: readonly string[],
  pids: { api: number; worker: number },
): void {
  const attributesOf = (span: Received) => valuesOf(span.attributes);
  const solve = one(spans, 'solve busy');
  const ask = spans.find(({ spanId }) => spanId === solve.parentSpanId) as Received;
  const attempt = spans.find(({ spanId }) => spanId === ask.parentSpanId) as Received;
  const job = spans.find(({ spanId }) => spanId === attempt.parentSpanId) as Received;
  const request = spans.find(({ spanId }) => spanId === job.parentSpanId) as Received;
  expect([solve, ask, attempt, job, request].map(({ name, kind }) => [name, kind])).toEqual([
    ['solve busy', 2],
    ['ask busy', 3],
    ['attempt busy', 5],
    ['job busy', 4],
    ['POST /v1/solves', 2],
  ]);
  expect(request.parentSpanId).toBe(CALLER);
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/v1/solves',
    'ostiary.operation': 'submitSolve',
  });
  expect(Number(attributesOf(request)['http.response.status_code'])).toBe(200);
  expect(attributesOf(job)).toMatchObject({ 'messaging.destination.name': 'busy', 'ostiary.plugin': 'with-busy-mode' });
  expect(attributesOf(attempt)).toMatchObject({ 'ostiary.plugin': 'with-busy-mode', 'ostiary.job.outcome': 'solved' });
  expect(attributesOf(attempt)['messaging.message.id']).toBe(attributesOf(job)['messaging.message.id']);

  // Three processes: who took the request, who ran the job, and the solver's child, in whose time its span lies.
  expect([request, job].map(({ resource }) => Number(resource['process.pid']))).toEqual([pids.api, pids.api]);
  expect([attempt, ask].map(({ resource }) => Number(resource['process.pid']))).toEqual([pids.worker, pids.worker]);
  const child = Number(attributesOf(solve)['process.pid']);
  expect([pids.api, pids.worker]).not.toContain(child);
  expect(BigInt(solve.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(solve.startTimeUnixNano));

  const failed = spans.filter(({ name, status }) => name === 'attempt busy' && status.code === 2);
  expect(failed.map((span) => attributesOf(span)['error.type'])).toEqual(['Error']);
  const parts = spans
    .filter(({ name }) => name === 'attempt parts')
    .map((span) => attributesOf(span)['ostiary.job.part']);
  expect(new Set(parts.map((part) => (part === undefined ? 'whole' : Number(part))))).toEqual(new Set(['whole', 0, 1]));
  const lookUp = one(spans, 'look up address', one(spans, 'GET /v1/ticks/address'));
  expect(attributesOf(lookUp)).toEqual({ found: true, 'ostiary.plugin': 'with-host-services' });

  const sent = texts.join('\n');
  for (const canary of CANARIES) expect(sent).not.toContain(canary);
  expect(sent).not.toContain('ost_');
}

describe('a trace', () => {
  it.skipIf(GIVEN_SERVERS)(
    'goes from the request to the child of the solver, on the embedded deployment',
    { timeout: 300_000 },
    async () => {
      const received = await collector();
      const host = await startHostProcess({ ...received.env, OSTIARY_DATA: newDirectory(), MAKE_KEY: '1' });
      const spans = await work(host, received);
      const pid = host.child.pid ?? 0;
      expectOneTrace(spans, received.texts, { api: pid, worker: pid });
      // What ended last is sent before the process ends.
      await fetch(`${host.url}/health/live`);
      expect(await host.stop()).toBe(0);
      one(
        received.spans.filter(({ traceId }) => traceId !== TRACE),
        'GET /health/live',
      );
    },
  );

  it.skipIf(!databaseUrl || !redisUrl)(
    'goes from the API to the worker and the child of its solver, on PostgreSQL and Redis',
    { timeout: 300_000 },
    async () => {
      const received = await collector();
      const { env } = await newDeployment();
      const api = await startHostProcess({ ...env, ...received.env, OSTIARY_ROLES: 'api', MAKE_KEY: '1' });
      const worker = await startHostProcess({ ...env, ...received.env, OSTIARY_ROLES: 'worker' });
      const spans = await work(api, received);
      expectOneTrace(spans, received.texts, { api: api.child.pid ?? 0, worker: worker.child.pid ?? 0 });
      expect(await worker.stop()).toBe(0);
    },
  );

  it.skipIf(GIVEN_SERVERS)(
    'is nobody’s business without an endpoint: a stop is not held up by a collector that is away',
    { timeout: 300_000 },
    async () => {
      const host = await startHostProcess({
        OSTIARY_DATA: newDirectory(),
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
        MAKE_KEY: '1',
      });
      const client = clientOf(host.url, host.key);
      await client.until(await client.submit({ do: 'ask' }), 'succeeded');
      expect(await host.stop()).toBe(0);
    },
  );
});

describe.skipIf(GIVEN_SERVERS)('startTracing', () => {
  const log = createLogger('silent');

  it('traces nothing unless an endpoint is named, nor when it is switched off', async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
    expect(await startTracing({}, log)).toBe(NO_TRACING);
    expect(await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, log)).toBe(NO_TRACING);
    expect(await startTracing({ ...endpoint, OTEL_SDK_DISABLED: 'true' }, log)).toBe(NO_TRACING);
    expect(await startTracing({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, log)).toBe(NO_TRACING);
  });

  it('traces as little as the sampler says, and goes on with what a caller began', async () => {
    const tracing = await startTracing(
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER: 'parentbased_always_off' },
      log,
    );
    onTestFinished(() => tracing.close());
    expect(tracing.begin({ name: 'a', parent: null }).traceparent).toMatch(/-00$/);
    expect(tracing.begin({ name: 'a', parent: `00-${TRACE}-${CALLER}-01` }).traceparent).toMatch(
      new RegExp(`^00-${TRACE}-(?!${CALLER})[0-9a-f]{16}-01$`),
    );
    expect(tracing.begin({ name: 'a', parent: 'of somebody else' }).traceparent).not.toContain(TRACE);
    await during(tracing, { name: 'a', parent: `00-${TRACE}-${CALLER}-01` }, async (outer) => {
      await Promise.resolve();
      await during(tracing, { name: 'b' }, (inner) => {
        expect(inner.traceparent?.slice(0, 35)).toBe(outer.traceparent?.slice(0, 35));
        return Promise.resolve();
      });
    });
  });
});

it('an error is told by its slug or its class, never by its text', () => {
  expect(failureType(Object.assign(new Error('of a customer'), { slug: 'not_found' }))).toBe('not_found');
  expect(failureType(new TypeError('of a customer'))).toBe('TypeError');
  expect(failureType('of a customer')).toBe('_OTHER');
});
