import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaints, contract, type Operation, submissions } from '../testing/contract.js';
import { changed, changes, hostileJson, hostileText } from '../testing/hostile.js';
import { type RawAnswer, type RawRequest, sendRaw } from '@ostiary/testkit/requests';

/** On PostgreSQL and Redis the first quarter is sent again: most requests are answered before a statement is made of them. */
const SHARE = process.env['OSTIARY_DATABASE_URL'] ? 0.25 : 1;
/** Languages of what is as it should be: no table knows them. */
const LANGUAGES = SHARE === 1 ? ['en', 'pt'] : ['en'];
/** Bad requests to each operation; `npm run explore` tries other ones. */
const BAD = 100 * SHARE;
/** One submission can be wrong in more ways than any other request. */
const BAD_SUBMISSIONS = 800 * SHARE;

const FILE = 'dialect 1; allow refund_order;';
const UPLOAD = {
  purpose: 'policy',
  size: FILE.length,
  sha256: createHash('sha256').update(FILE).digest('hex'),
  media_type: 'text/plain',
};

/** One of the things that are wrong with a request. */
interface Entry {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly in?: string;
  readonly detail: unknown;
}

const submitted = submissions.map(([, { value }]) => value);

/** Bodies with something wrong, mostly; some are JSON, some text, some bytes. */
const badBody = (examples: readonly object[]): fc.Arbitrary<string | Uint8Array> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.tuple(fc.constantFrom(...examples), changes).map((parts) => changed(...parts)) },
    { weight: 1, arbitrary: hostileJson },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...examples), fc.nat(300))
        .map(([example, length]) => JSON.stringify(example).slice(0, length)),
    },
  );

function defects({ status }: RawAnswer): string[] {
  return status >= 500 ? [`a defect: ${status}`] : [];
}

/** Values a header field may have at all: Node sends no others. */
const fieldValue = fc.oneof(
  fc.constantFrom('', '0', '-1', '99999999999999999999', 'bytes=0-', 'bytes=5-2', 'wait=1e9', '"', 'a=b;c, d'),
  fc.constantFrom('wait=0', 'respond-async', 'bytes=0-0', 'bytes=-1', '*', 'x'.repeat(2_000), 'é\u00ff\t'),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 30 }),
);

const pathPart = fc.oneof(
  fc.constantFrom('%', '%ff', '%00', '%2e%2e', '%2f', '..', ';', '*', '%F0%9F%98%80', 'slv_', 'x'.repeat(3_000)),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text)),
);

interface Ids {
  readonly job: string;
  readonly artefact: string;
  readonly project: string;
  readonly scan: string;
}

const FINGERPRINT = `f1_${'a'.repeat(52)}`;

let made = 0;

/** What is sent where an operation takes JSON that is no submission. */
const BODIES: Readonly<Record<string, () => object>> = {
  'POST /v1/uploads': () => UPLOAD,
  'POST /v1/projects': () => ({ name: `project ${(made += 1)}` }),
  'PUT /v1/projects/{id}/profile': () => ({
    revision: 1,
    conditions: [{ metric: 'coverage_decided', op: 'lt', threshold: 0.5 }],
  }),
  'POST /v1/projects/{id}/scans': () => ({ policy: HUNTED, branch: 'fuzz' }),
  'PATCH /v1/projects/{id}/findings/{fingerprint}': () => ({ revision: 1, decision: 'confirmed' }),
  'POST /v1/hunt-attempts': () => ({
    attempt_id: 'attempt-1',
    project_id: 'prj_none',
    fingerprint: FINGERPRINT,
    outcome: 'blocked',
  }),
};

/** Policies are scanned here, and none has a finding. */
const HUNTED = 'dialect 1; allow refund_order when amount <= 100.00 EUR;';

/** Operations that answer something else than 200 when they are called as they should be. */
const OTHERWISE: Readonly<Record<string, number>> = {
  // A new account has no access to the feed.
  'GET /v1/packages/entitlement': 403,
  'POST /v1/uploads': 201,
  'POST /v1/projects': 201,
  // There is no such finding.
  'GET /v1/projects/{id}/findings/{fingerprint}': 404,
  'PATCH /v1/projects/{id}/findings/{fingerprint}': 404,
  'POST /v1/hunt-attempts': 400,
};

describe('whatever is sent, the answer is one that the contract lists', () => {
  const log: string[] = [];
  let host: TestHost;
  let key: TestKey;
  let weak: TestKey;
  let theirs: Ids;
  let ours: Ids;
  beforeAll(async () => {
    host = await startHost({
      plugins: ['@ostiary/guardrail', '@ostiary/hunt', '@ostiary/graph', '@ostiary/forest', '@ostiary/packages'],
      // Wrong keys are answered late otherwise, and there are many here.
      env: { OSTIARY_AUTH_FAILURES_PER_MINUTE: '100000' },
      log: (line) => log.push(line),
    });
    key = await host.createKey();
    weak = await host.createKey({ accountId: key.accountId, grants: ['batch'] });
    [ours, theirs] = [await thingsOf(key), await thingsOf(await host.createKey())];
  });
  afterAll(() => host.close());

  /** A finished job with artefacts, and a project. */
  async function thingsOf({ bearer }: TestKey): Promise<Ids> {
    const ask = async (method: string, path: string, body?: string): Promise<unknown> =>
      (
        await sendRaw(host.url, {
          method,
          path,
          headers: { authorization: bearer, 'content-type': 'application/json', prefer: 'wait=30' },
          ...(body !== undefined && { body }),
        })
      ).body;
    const batch = submissions.find(([name]) => name === 'batch')?.[1].value;
    const { id: job } = (await ask('POST', '/v1/solves', JSON.stringify(batch))) as { id: string };
    const { data } = (await ask('GET', `/v1/solves/${job}/artifacts`)) as { data: { id: string }[] };
    const { id: project } = (await ask('POST', '/v1/projects', JSON.stringify({ name: 'ours' }))) as { id: string };
    const { id: scan } = (await ask('POST', `/v1/projects/${project}/scans`, JSON.stringify({ policy: HUNTED }))) as {
      id: string;
    };
    return { job, artefact: data[0]?.id ?? 'none', project, scan };
  }

  /** What is wrong with an answer by all that is promised of every answer. */
  function faults(method: string, path: string, answer: RawAnswer, language: string): string[] {
    const { status, headers, body } = answer;
    const found = [...defects(answer), ...complaints(method, path, answer)];
    if (headers['x-content-type-options'] !== 'nosniff') found.push('browsers may guess');
    if (status < 400) return found;
    const problem = body as { status: number; detail: string; errors?: Entry[] };
    if (problem.status !== status) found.push(`the body says ${problem.status}`);
    if (headers['content-language'] !== language) found.push(`asked for ${language}`);
    for (const { pointer, parameter, in: place, detail } of problem.errors ?? []) {
      // An entry is about a place in the body, or about a parameter.
      const placed =
        pointer === undefined
          ? typeof parameter === 'string' && ['path', 'query', 'header'].includes(place ?? '')
          : /^(\/([^~/]|~[01])*)*$/.test(pointer);
      if (!placed || typeof detail !== 'string') found.push(`a bad entry at ${pointer ?? parameter}`);
    }
    return found;
  }

  async function expectAsPromised(
    method: string,
    path: string,
    sent: RawRequest,
    language: string,
  ): Promise<RawAnswer> {
    const answer = await sendRaw(host.url, sent);
    expect(faults(method, path, answer, language)).toEqual([]);
    return answer;
  }

  /** The path with the ids of what is there. */
  const filled = (path: string, { job, artefact, project, scan }: Ids): string =>
    path
      .replace('/artifacts/{id}', `/artifacts/${artefact}`)
      .replace('/projects/{id}', `/projects/${project}`)
      .replace('{scan_id}', scan)
      .replace('{fingerprint}', FINGERPRINT)
      .replace(/\{\w+\}/, job);

  const takesJson = ({ requestBody }: Operation): boolean => requestBody?.content['application/json'] !== undefined;
  const examplesOf = (method: string, path: string): readonly object[] => {
    const own = BODIES[`${method} ${path}`];
    return own === undefined ? submitted : [own()];
  };

  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );

  /** Requests to an operation of which anything may be wrong: key, path, query, header fields, body. */
  function badRequest(method: string, path: string, operation: Operation): fc.Arbitrary<RawRequest> {
    const { parameters = [] } = operation;
    const json = takesJson(operation);
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const fields = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    const where = fc.oneof(
      fc.constantFrom('ours', 'theirs'),
      fc.constantFrom('slv_01JD6Z7F5M9Q2R8T4V6X0Y1A3B', 'art_01JD6Z7F5M9Q2R8T4V6X0Y1A3B'),
      pathPart,
    );
    const queryText = fc
      .array(
        fc.tuple(fc.constantFrom(...query, 'unknown', '__proto__[x]', 'limit[]'), fc.oneof(pathPart, hostileText)),
        {
          maxLength: 3,
        },
      )
      .map((pairs) => pairs.map(([name, value]) => `${name}=${asQuery(value)}`).join('&'));
    return fc
      .record({
        auth: fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom('valid', 'weak') },
          { weight: 1, arbitrary: fc.constantFrom('none', 'revoked-looking', 'Basic eDp5', 'Bearer', 'Bearer a b') },
        ),
        where,
        query: queryText,
        fields: fc.array(fc.tuple(fc.constantFrom(...fields, 'Accept', 'User-Agent'), fieldValue), { maxLength: 2 }),
        type: fc.oneof(
          { weight: 12, arbitrary: fc.constant('application/json') },
          { weight: 1, arbitrary: fc.constantFrom('text/plain', '', 'application/json; charset=utf-16', ';;;') },
        ),
        packed: fc.constantFrom('identity', 'identity', 'identity', 'gzip', 'gzip, but not', 'br'),
        body: badBody(examplesOf(method, path)),
        language: fc.constantFrom('en', 'pt'),
      })
      .map(({ auth, where: place, query: asked, fields: given, type, packed, body, language }) => {
        const known = place === 'ours' ? ours : place === 'theirs' ? theirs : null;
        const target = known ? filled(path, known) : path.replaceAll(/\{\w+\}/g, place);
        const bearer =
          auth === 'valid'
            ? key.bearer
            : auth === 'weak'
              ? weak.bearer
              : auth === 'revoked-looking'
                ? `${key.bearer.slice(0, -1)}!`
                : auth;
        return {
          method,
          path: asked === '' ? target : `${target}?${asked}`,
          headers: {
            ...Object.fromEntries(given),
            'accept-language': language,
            ...(auth !== 'none' && { authorization: bearer }),
            ...(json && { 'content-type': type, 'content-encoding': packed.replace(', but not', '') }),
          },
          ...(json && { body: packed === 'gzip' ? gzipSync(body) : body }),
        };
      });
  }

  /** An upload that has not been sent yet. */
  async function openUpload(): Promise<string> {
    const headers = { authorization: key.bearer, 'content-type': 'application/json' };
    const { body } = await sendRaw(host.url, {
      method: 'POST',
      path: '/v1/uploads',
      headers,
      body: JSON.stringify(UPLOAD),
    });
    return (body as { id: string }).id;
  }

  /** What a call of an operation sends, as its page says; a function where each call needs something of its own. */
  async function goodRequest(
    method: string,
    path: string,
    example: unknown,
  ): Promise<Pick<RawRequest, 'path' | 'body'>> {
    if (path.startsWith('/v1/uploads/')) return { path: path.replace('{upload_id}', await openUpload()), body: FILE };
    const body = BODIES[`${method} ${path}`]?.() ?? (method === 'POST' ? example : undefined);
    return { path: filled(path, ours), ...(body !== undefined && { body: JSON.stringify(body) }) };
  }

  test.each(operations)('%s %s, called as it should be', async (method, path) => {
    const examples = method === 'POST' && path === '/v1/solves' ? submitted : submitted.slice(0, 1);
    for (const language of LANGUAGES)
      for (const example of examples) {
        const headers = {
          authorization: key.bearer,
          'accept-language': language,
          'content-type': 'application/json',
          prefer: 'wait=30',
        };
        const request = { method, headers, ...(await goodRequest(method, path, example)) };
        const { status } = await expectAsPromised(method, path, request, language);
        expect(status).toBe(OTHERWISE[`${method} ${path}`] ?? 200);
      }
  });

  test.each(operations)('%s %s, called as nobody should', async (method, path, operation) => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(badRequest(method, path, operation), async (sent) => {
        const answer = await sendRaw(host.url, sent);
        seen.add(answer.status);
        // A part of a path can lead out of the operation, or be none: then it is another one, or none, that answers.
        const elsewhere = /\/\.\.|\/\/|\/(\?|$)/.test(sent.path) || !isDecodable(sent.path);
        const found = elsewhere
          ? defects(answer)
          : faults(method, path, answer, sent.headers['accept-language'] ?? 'en');
        expect(found).toEqual([]);
      }),
      { numRuns: method === 'POST' && path === '/v1/solves' ? BAD_SUBMISSIONS : BAD },
    );
    // Otherwise the requests are not the ones they are meant to be.
    const meant =
      path === '/v1/solves' && method === 'POST' ? [200, 400, 401, 403] : takesJson(operation) ? [400, 401] : [];
    expect([...seen]).toEqual(expect.arrayContaining(meant));
  });

  test('nothing was polluted, no defect was logged, and nobody knows the key', () => {
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
    expect(log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect(log.join('')).not.toContain(key.key);
  });
});

/** Whether the percent-encoding of a path stands for a text. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/**
 * A value in a query: half a surrogate pair cannot be percent-encoded, and goes as its bytes would. Cut, because Node
 * itself ends the connection over a head of 16 KiB.
 */
function asQuery(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value).slice(0, 2_000) : '%ED%A0%80';
}
