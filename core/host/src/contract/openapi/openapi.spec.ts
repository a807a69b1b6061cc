import { Controller, Get } from '@nestjs/common';
import { Route, type RouteDeclaration } from '@ostiary/plugin-api';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { routesOf } from '../../http/route-table.js';
import { trialContext, trialHost, trialPlugin } from '../fixtures/trial-contract.js';
import { generateContract } from '../generate.js';
import { assemble } from './assemble.js';
import { type ContractPart, fragmentOf } from './fragment.js';

interface Operation {
  readonly operationId: string;
  readonly tags: string[];
  readonly security: object[];
  readonly parameters: object[];
  readonly requestBody: { readonly content: Record<string, { readonly schema: object; readonly examples: object }> };
  readonly responses: Record<
    string,
    {
      readonly headers: object;
      readonly content?: Record<string, { readonly schema?: object; readonly examples?: object }>;
    }
  >;
}
interface Document {
  readonly openapi: string;
  readonly tags: readonly object[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<
      string,
      { readonly oneOf?: object[]; readonly anyOf?: object[]; readonly properties?: object }
    >;
    readonly examples: object;
  };
}

const documentOf = (...parts: ContractPart[]): Document =>
  assemble(parts.map((part) => fragmentOf(part, trialContext))) as unknown as Document;
const whole = documentOf(trialHost, trialPlugin);
const submit = operationAt('post', '/v1/solves');
const read = operationAt('get', '/v1/solves/{id}');

function operationAt(method: string, path: string): Operation {
  const operation = whole.paths[path]?.[method];
  if (!operation) throw new Error(`no ${method} ${path}`);
  return operation;
}

/** A part with one route, `GET /v1/<name>`. */
function oneRoute(owner: string, name: string, declaration: Partial<RouteDeclaration>): ContractPart {
  class Trial {
    serve(): void {}
  }
  Controller('v1')(Trial);
  const descriptor = Object.getOwnPropertyDescriptor(Trial.prototype, 'serve') as PropertyDescriptor;
  Get(name)(Trial.prototype, 'serve', descriptor);
  Route({
    operationId: `get_${name}`,
    summary: name,
    access: { kind: 'public' },
    answers: [{ status: 200, when: 'Yes.', body: z.object({}) }],
    ...declaration,
  })(Trial.prototype, 'serve', descriptor);
  return {
    owner,
    routes: routesOf([Trial]),
    areaOf: () => ({ name: owner }),
    modes: [],
    problems: {},
    shared: [],
    translations: new Map(),
  };
}

describe('an operation', () => {
  test('has its parameters described where tools look, with what their schemas say', () => {
    expect(read.parameters).toEqual([
      { name: 'id', in: 'path', description: 'Id of the job.', required: true, schema: { type: 'string' } },
      {
        name: 'limit',
        in: 'query',
        description: 'How many.',
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      },
    ]);
  });

  test('says which grants will do', () => {
    expect(read.security).toEqual([{ key: ['reader'] }, { key: ['clerk'] }]);
    expect(submit.security).toEqual([{ key: [] }]);
    expect(
      documentOf(oneRoute('a', 'x', { access: { kind: 'optional_key' } })).paths['/v1/x']?.['get']?.security,
    ).toEqual([{}, { key: [] }]);
    expect(documentOf(oneRoute('a', 'x', {})).paths['/v1/x']?.['get']?.security).toEqual([]);
  });

  test('shows each problem it answers as an example of the one problem object', () => {
    expect(read.responses['404']?.content).toEqual({
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: { not_found: { $ref: '#/components/examples/not_found' } },
      },
    });
  });

  test('has the header fields of its kind of answer and those it declares', () => {
    expect(Object.keys(submit.responses['200']?.headers ?? {})).toEqual([
      'Request-Id',
      'RateLimit',
      'RateLimit-Policy',
      'Location',
    ]);
    expect(Object.keys(read.responses['404']?.headers ?? {})).toContain('Content-Language');
  });

  test('that is kept out of the contract leaves nothing', () => {
    expect(Object.keys(whole.paths)).toEqual(['/v1/solves', '/v1/solves/{id}']);
  });

  test.each([
    [
      'an answer with neither body nor media type',
      { answers: [{ status: 200, when: 'Yes.' }] },
      'neither a body schema nor a media type',
    ],
    ['an error without slugs', { answers: [{ status: 404, when: 'No.' }] }, 'no slugs are named'],
    [
      'a slug nobody declares',
      { answers: [{ status: 404, when: 'No.', slugs: ['lost'] }] },
      'there is no problem lost',
    ],
    [
      'one status twice',
      {
        answers: [
          { status: 204, when: 'A.' },
          { status: 204, when: 'B.' },
        ],
      },
      '204 is answered twice',
    ],
    ['a parameter that is not in the path', { params: z.object({ id: z.string() }) }, 'there is no {id}'],
    ['a body of a 204', { answers: [{ status: 204, when: 'A.', body: z.object({}) }] }, 'has no body'],
  ] as [string, Partial<RouteDeclaration>, string][])('refuses %s', (_, declaration, message) => {
    expect(() => documentOf(oneRoute('a', 'x', declaration))).toThrow(message);
  });

  test('with bytes or a stream has their media type', () => {
    const answer = (mediaType: string) =>
      documentOf(oneRoute('a', 'x', { answers: [{ status: 200, when: 'Yes.', mediaType }] })).paths['/v1/x']?.['get']
        ?.responses['200']?.content;
    expect(answer('application/octet-stream')).toEqual({ 'application/octet-stream': {} });
    expect(answer('text/event-stream')).toEqual({ 'text/event-stream': { schema: { type: 'string' } } });
    const events = oneRoute('a', 'x', {
      answers: [{ status: 200, when: 'Yes.', mediaType: 'text/event-stream', body: z.object({ seq: z.int() }) }],
    });
    expect(
      documentOf(events).paths['/v1/x']?.['get']?.responses['200']?.content?.['text/event-stream']?.schema,
    ).toMatchObject({
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: { properties: { seq: { type: 'integer' } } },
    });
  });
});

describe('modes', () => {
  test("are the alternatives of the submission, with the host's fields in each", () => {
    expect(submit.requestBody.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/SolveRequest',
    });
    expect(whole.components.schemas['SolveRequest']?.oneOf).toEqual([
      { $ref: '#/components/schemas/TeaSolveRequest' },
      { $ref: '#/components/schemas/TeaIceSolveRequest' },
    ]);
    expect(whole.components.schemas['TeaSolveRequest']).toMatchObject({
      properties: { mode: { const: 'tea' }, label: { type: 'string' }, leaf: { $ref: '#/components/schemas/Leaf' } },
      required: ['mode', 'leaf'],
      additionalProperties: false,
    });
  });

  test('are the alternatives of the result, or null', () => {
    expect(whole.components.schemas['SolveResult']?.anyOf).toEqual([
      { $ref: '#/components/schemas/TeaSolveResult' },
      { $ref: '#/components/schemas/TeaIceSolveResult' },
      { type: 'null' },
    ]);
  });

  test('add their events to those of the host, named after the mode: two modes may tell of one thing in two ways', () => {
    expect(whole.components.schemas['TeaTeaPouredEvent']).toEqual({
      type: 'object',
      properties: { seq: { type: 'integer' }, type: { const: 'tea.poured' }, cups: { type: 'integer' } },
      required: ['seq', 'type', 'cups'],
    });
    const fragment = {
      ...fragmentOf(trialHost, trialContext),
      components: {
        schemas: { SolveEvent: { type: 'object', description: 'An event.' }, Problem: {}, Job: {} },
        examples: {},
      },
      paths: {},
    };
    const { components } = assemble([fragment, fragmentOf(trialPlugin, trialContext)]) as unknown as Document;
    expect(components.schemas['SolveEvent']).toEqual({
      description: 'An event.',
      anyOf: [{ $ref: '#/components/schemas/TeaTeaPouredEvent' }, { $ref: '#/components/schemas/SolveStateEvent' }],
    });
    expect(components.schemas['SolveStateEvent']).toEqual({ description: 'An event.', type: 'object' });
  });

  test('bring an example that can be sent, and the problems of their plugin', () => {
    expect(submit.requestBody.content['application/json']?.examples).toEqual({
      tea: { summary: 'Make tea', value: { mode: 'tea', leaf: {} } },
    });
    expect(Object.keys(submit.responses['400']?.content?.['application/problem+json']?.examples ?? {})).toEqual([
      'invalid_request',
      'kettle_empty',
    ]);
  });

  test('of a plugin that is not enabled leave nothing', () => {
    const without = documentOf(trialHost);
    expect(JSON.stringify(without)).not.toMatch(/tea|Tea|kettle|Leaf/);
    expect(without.components.schemas['SolveRequest']).toMatchObject({ type: 'object', required: ['mode'] });
  });
});

describe('parts', () => {
  test.each([
    [
      'a path',
      [oneRoute('a', 'x', { operationId: 'one' }), oneRoute('b', 'x', { operationId: 'two' })],
      'a and b both bring the path /v1/x',
    ],
    [
      'an operation id',
      [oneRoute('a', 'x', { operationId: 'same' }), oneRoute('b', 'y', { operationId: 'same' })],
      'the operation id "same" is taken twice',
    ],
    [
      'a heading',
      [trialHost, oneRoute('a', 'x', {}), { ...oneRoute('b', 'y', {}), areaOf: () => ({ name: 'a' }) }],
      'the heading "a" is taken twice',
    ],
    [
      'a heading of the host',
      [oneRoute('a', 'x', {}), { ...oneRoute('b', 'y', {}), areaOf: () => ({ name: 'a', description: 'Of b.' }) }],
      'the heading "a" is taken twice',
    ],
  ] as [string, ContractPart[], string][])('that claim the same thing are refused: %s', (_, parts, message) => {
    expect(() => documentOf(...parts)).toThrow(message);
  });

  test("may stand under the host's headings, which the host describes", () => {
    const host = { ...oneRoute('core', 'x', {}), areaOf: () => ({ name: 'Account', description: 'Of the host.' }) };
    const plugin = { ...oneRoute('b', 'y', {}), areaOf: () => ({ name: 'Account' }) };
    const { tags, paths } = documentOf(host, plugin);
    expect(tags).toEqual([{ name: 'Account', description: 'Of the host.' }]);
    expect(paths['/v1/y']?.['get']?.tags).toEqual(['Account']);
  });

  test('that are wrong in several places are told all of them', () => {
    const unknown = (status: number) => [{ status, when: 'No.', slugs: ['nobody_declares_this'] }];
    const part = oneRoute('a', 'x', { answers: unknown(400) });
    const other = oneRoute('a', 'y', { answers: unknown(409) });
    const [tea] = trialPlugin.modes;
    if (!tea) throw new Error('the trial plugin has no mode');
    const undated = { ...tea, body: { ...tea.body, result: z.date() } };
    const wrong = { ...part, routes: [...part.routes, ...other.routes], modes: [undated] };
    expect(() => fragmentOf(wrong, trialContext)).toThrow(
      /^GET \/v1\/x, answer 400: .*; GET \/v1\/y, answer 409: .*; mode tea, result: /,
    );
  });

  test('that give one name to two schemas are refused', () => {
    const first = fragmentOf(
      oneRoute('a', 'x', { answers: [{ status: 200, when: 'Yes.', body: z.object({}).meta({ id: 'SpecShared' }) }] }),
      trialContext,
    );
    const second = {
      ...first,
      owner: 'b',
      tags: [],
      paths: {},
      components: { schemas: { SpecShared: { type: 'string' } }, examples: {} },
    };
    expect(() => assemble([first, second])).toThrow('a and b both bring the schema SpecShared, and not the same');
  });
});

test('the same declarations give the same bytes, in whatever order the routes are found', () => {
  const source = { parts: [trialHost, trialPlugin], context: trialContext };
  const again = {
    parts: [{ ...trialHost, routes: trialHost.routes.toReversed() }, trialPlugin],
    context: trialContext,
  };
  expect(generateContract(again).english).toBe(generateContract(source).english);
});
