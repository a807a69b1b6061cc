import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CATALOGUE_MESSAGES,
  detectCatalogue,
  readAnyCatalogue,
  readMcpTools,
  readOpenApi,
  readToolDefinitions,
  type CatalogueResult,
} from '../index.js';

const notes = (result: CatalogueResult): string[] =>
  (result.ok ? result.warnings : result.problems).map((p) => `${p.pointer} ${p.slug}`);
const openapi = (paths: unknown, more: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  paths,
  ...more,
});

const parameter = (type: string): object => ({ name: 'q', in: 'query', schema: { type } });
const withBody = (content: object): CatalogueResult =>
  readOpenApi(openapi({ '/a': { post: { operationId: 'a', requestBody: { required: true, content } } } }));
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

describe('detectCatalogue', () => {
  it.each([
    [{ name: 'x', tools: [] }, 'catalogue'],
    [{ tools: [] }, 'mcp'],
    [[], 'tools'],
    [[{ name: 'a', inputSchema: {} }], 'mcp'],
    [[{ type: 'function', name: 'a', inputSchema: {} }], 'tools'],
    [{ tools: [{ name: 'a', input_schema: {} }] }, 'tools'],
    [{ functions: [] }, 'tools'],
    [{ name: 'a', parameters: {} }, 'tools'],
    [{ swagger: '2.0' }, 'openapi'],
    [{ document: 1 }, 'overridden'],
    [{}, null],
    [7, null],
    [null, null],
    [{ a: 1 }, null],
  ])('%j -> %s', (json, format) => {
    expect(detectCatalogue(json)).toBe(format);
  });

  it('finds some answer for any JSON, and no reader throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const read of [readAnyCatalogue, readMcpTools, readToolDefinitions, readOpenApi]) {
          const result = read(json);
          expect(result.ok || result.problems.length > 0).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('readMcpTools', () => {
  it.each([
    [{}, [' field_missing']],
    [{ tools: 7 }, ['/tools wrong_type']],
    [{ tools: [7] }, ['/tools/0 wrong_type']],
    [{ tools: [{ inputSchema: {} }] }, ['/tools/0 field_missing']],
    [{ tools: [{ name: 'a', inputSchema: { type: 'string' } }] }, ['/tools/0/inputSchema wrong_type']],
    [
      { tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations: { readOnlyHint: 'yes' } }] },
      ['/tools/0/annotations/readOnlyHint wrong_type'],
    ],
    [
      {
        tools: [
          { name: 'a', inputSchema: { type: 'object' } },
          { name: 'a', inputSchema: { type: 'object' } },
        ],
      },
      ['/tools/1 tool_duplicate'],
    ],
  ])('%j', (json, expected) => {
    const result = readMcpTools(json);
    expect(result.ok).toBe(false);
    expect(notes(result)).toEqual(expect.arrayContaining(expected));
  });

  it('never lets a hint make a tool less strict', () => {
    const hints = fc.record(
      {
        readOnlyHint: fc.boolean(),
        destructiveHint: fc.boolean(),
        idempotentHint: fc.boolean(),
        openWorldHint: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const classes = fc.subarray(['read', 'write', 'privileged', 'cleaner', 'sink']);
    fc.assert(
      fc.property(hints, classes, (annotations, stated) => {
        const tools = [{ name: 'a', inputSchema: { type: 'object' }, annotations, 'x-ostiary': { classes: stated } }];
        const result = readMcpTools({ tools });
        const found: readonly string[] = result.ok ? (result.catalogue.tools[0]?.classes ?? []) : [];
        expect(found).toContain('write');
        expect(found.filter((name) => name === 'read' || name === 'cleaner')).toEqual([]);
      }),
    );
  });

  it('takes null for what a server leaves unset', () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string', enum: null } }, required: null };
    const annotations = { title: null, readOnlyHint: null, destructiveHint: null };
    const tools = [
      { name: 'a', inputSchema, annotations: null },
      { name: 'b', inputSchema, annotations },
    ];
    const result = readMcpTools({ tools, nextCursor: null });
    expect(notes(result)).toEqual([' tools_unclassified']);
    expect(result.ok && result.catalogue.tools[0]?.args.fields).toEqual({
      a: { type: { kind: 'string', format: 'text' }, required: false },
    });
  });

  it('resolves `#` inside the tool it stands in', () => {
    const inputSchema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'boolean' } } };
    const result = readMcpTools({
      tools: [
        { name: 't', inputSchema },
        { name: 'u', inputSchema: { type: 'object', properties: { a: { $ref: '#/tools/0' } } } },
      ],
    });
    expect(notes(result)).toContain('/tools/1/inputSchema/properties/a/$ref ref_unresolved');
    expect(notes(result).join()).not.toContain('/tools/0/');
  });
});

describe('readToolDefinitions', () => {
  it.each([
    [[{ type: 'function' }], ['/0 field_missing']],
    [
      [{ type: 'function', function: { name: 'a', parameters: { type: 'array' } } }],
      ['/0/function/parameters wrong_type'],
    ],
    [[null], ['/0 wrong_type']],
    ['x', [' wrong_type']],
    [[{ name: 'a', args: { b: { type: 'strnig' } } }], ['/0/args/b/type value_invalid']],
  ])('%j', (json, expected) => {
    const result = readToolDefinitions(json);
    expect(result.ok).toBe(false);
    expect(notes(result)).toEqual(expect.arrayContaining(expected));
  });

  it('reads a custom tool as one that takes text, in both forms of it', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: "a"' };
    const result = readToolDefinitions([
      { type: 'custom', name: 'run', description: 'Runs it.', format },
      { type: 'custom', custom: { name: 'walk', description: 'Walks it.' } },
    ]);
    const args = { kind: 'record', fields: { input: { type: { kind: 'string', format: 'text' }, required: true } } };
    expect(result.ok && result.catalogue.tools).toEqual([
      { name: 'run', description: 'Runs it.', args, classes: ['write'] },
      { name: 'walk', description: 'Walks it.', args, classes: ['write'] },
    ]);
  });

  it('leaves out what a provider runs itself, whatever stands beside it', () => {
    const result = readToolDefinitions({
      search: { type: 'provider-defined', id: 'openai.web_search', args: { maxUses: 5 } },
      weather: { inputSchema: { jsonSchema: { type: 'object' } } },
    });
    expect(result.ok && result.catalogue.tools.map(({ name }) => name)).toEqual(['weather']);
    expect(notes(result)).toContain('/search/type tool_skipped');
  });

  it('reads strict and deferred definitions like any other', () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: ['string', 'null'] }, b: { type: 'integer' } },
      required: ['a', 'b'],
      additionalProperties: false,
    };
    const result = readToolDefinitions({
      tools: [{ type: 'function', name: 'x', strict: true, defer_loading: true, parameters }, { type: 'tool_search' }],
    });
    expect(result.ok && result.catalogue.tools).toMatchObject([
      { name: 'x', args: { fields: { a: { required: false, nullable: true }, b: { required: true } } } },
    ]);
    expect(notes(result)).toContain('/tools/1/type tool_skipped');
  });

  it('reads one definition alone, and a tool without arguments', () => {
    const result = readToolDefinitions({ name: 'now', input_schema: { type: 'object', additionalProperties: false } });
    expect(result.ok && result.catalogue.tools).toEqual([
      { name: 'now', args: { kind: 'record', fields: {} }, classes: ['write'] },
    ]);
  });
});

describe('readOpenApi', () => {
  it.each([
    [{}, [' field_missing']],
    [{ swagger: '2.0' }, ['/swagger openapi_version']],
    [{ openapi: 3.1 }, ['/openapi wrong_type']],
    [{ openapi: '3.2.0' }, ['/openapi openapi_version']],
    [openapi([]), ['/paths wrong_type']],
    [openapi({ '/a': { get: 1 } }), ['/paths/~1a/get wrong_type']],
    [
      openapi({ '/a': { get: { operationId: 'a', parameters: [{ $ref: 'other.yaml#/x' }] } } }),
      ['/paths/~1a/get/parameters/0/$ref ref_external'],
    ],
    [
      openapi({ '/a': { get: { operationId: 'a', parameters: [{ $ref: '#/components/p' }] } } }),
      ['/paths/~1a/get/parameters/0/$ref ref_unresolved'],
    ],
    [
      openapi({ '/a': { get: { operationId: 'a', parameters: [{ in: 'query' }] } } }),
      ['/paths/~1a/get/parameters/0 field_missing'],
    ],
    [openapi({ '/a': { get: { operationId: 'a' }, put: { operationId: 'a' } } }), ['/paths/~1a/put tool_duplicate']],
    [openapi({ '/a': { $ref: '#/paths/~1a' } }), ['/paths/~1a ref_cycle']],
  ])('%j', (json, expected) => {
    const result = readOpenApi(json);
    expect(result.ok).toBe(false);
    expect(notes(result)).toEqual(expected);
  });

  it('gives operations without a name different made names', () => {
    const result = readOpenApi(openapi({ '/a/{b}': { get: {} }, '/a/b': { get: {} } }));
    expect(result.ok && result.catalogue.tools.map((tool) => tool.name)).toEqual(['get_a_b', 'get_a_b_2']);
  });

  it('lets a parameter of the operation replace that of its path', () => {
    const result = readOpenApi(
      openapi({
        '/a': { parameters: [parameter('string')], get: { operationId: 'a', parameters: [parameter('boolean')] } },
      }),
    );
    expect(result.ok && result.catalogue.tools[0]?.args.fields).toEqual({
      q: { type: { kind: 'bool' }, required: false },
    });
  });

  it('takes what a schema is given for when it is neither JSON nor a form nor text', () => {
    const schema = { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] };
    for (const media of ['*/*', 'application/xml']) {
      const result = withBody({ 'image/png': {}, [media]: { schema } });
      expect(result.ok && result.catalogue.tools[0]?.args.fields).toEqual({
        a: { type: { kind: 'bool' }, required: true },
      });
    }
  });

  it('requires no property that is only answered, stated here or where a reference leads', () => {
    const components = { schemas: { Id: { type: 'string', readOnly: true } } };
    const schema = {
      type: 'object',
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        at: { type: 'integer', readOnly: true },
        n: { type: 'integer' },
      },
      required: ['id', 'at', 'n'],
    };
    const content = { 'application/json': { schema } };
    const result = readOpenApi(
      openapi({ '/a': { post: { operationId: 'a', requestBody: { required: true, content } } } }, { components }),
    );
    const fields = result.ok ? (result.catalogue.tools[0]?.args.fields ?? {}) : {};
    expect(Object.entries(fields).map(([name, { required }]) => [name, required])).toEqual([
      ['id', false],
      ['at', false],
      ['n', true],
    ]);
  });

  it.each([
    ['that must be sent', { required: true }, [true, false]],
    ['that may be left out', { required: false }, [false, false]],
    ['that nothing is said of', {}, [false, false]],
  ])('requires of a body %s what its schema requires only where it is there', (_, said, expected) => {
    const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a'] };
    const requestBody = { ...said, content: { 'application/json': { schema } } };
    const result = readOpenApi(openapi({ '/x': { post: { operationId: 'x', requestBody } } }));
    const fields = result.ok ? (result.catalogue.tools[0]?.args.fields ?? {}) : {};
    expect(Object.values(fields).map(({ required }) => required)).toEqual(expected);
  });

  it('reads a text body, and none', () => {
    const plain = withBody({ 'text/plain': { schema: { type: 'string' } } });
    expect(plain.ok && plain.catalogue.tools[0]?.args.fields).toEqual({
      body: { type: { kind: 'string', format: 'text' }, required: true },
    });
    expect(notes(withBody({ 'image/png': {} }))).toEqual(['/paths/~1a/post/requestBody/content schema_inexpressible']);
  });
});

describe('overrides', () => {
  const document = { tools: [{ name: 'a', inputSchema: { type: 'object', additionalProperties: false } }] };

  it.each([
    [{ document, overrides: { b: {} } }, ['/overrides/b override_unknown']],
    [{ document, overrides: { a: { klasses: [] } } }, ['/overrides/a/klasses field_unknown']],
    [{ document, overrides: [] }, ['/overrides wrong_type']],
    [{ document, nmae: 'x' }, ['/nmae field_unknown']],
    [{ document: { document } }, ['/document format_unknown']],
    [{ document: { tools: [7] } }, ['/document/tools/0 wrong_type']],
    [{ document, principal: { kind: 'bool' } }, ['/principal/kind value_invalid']],
  ])('%j', (json, expected) => {
    expect(notes(readAnyCatalogue(json))).toEqual(expected);
  });
});

describe('a document whose owner names its form', () => {
  it('cannot lower a class by any key it carries', () => {
    const parts = fc.record(
      {
        type: fc.constantFrom('function', 'custom', 'x'),
        args: fc.constant({ kind: 'record', fields: {} }),
        classes: fc.constant(['read']),
        inputSchema: fc.constant({ type: 'object' }),
        parameters: fc.constant({ type: 'object' }),
        'x-ostiary': fc.constant({ classes: ['read'] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 3 }), fc.boolean(), (entries, named) => {
        const tools = entries.map((entry, index) => ({ name: `tool_${index}`, ...entry }));
        const result = readAnyCatalogue({ document: { tools, ...(named && { name: 'x' }) }, format: 'mcp' });
        for (const { classes } of result.ok ? result.catalogue.tools : []) expect(classes).toContain('write');
      }),
    );
    // Without the owner's word the shape decides, and that is the server's.
    const own = { name: 'a', args: { kind: 'record', fields: {} }, classes: ['read'] };
    const believed = readAnyCatalogue({ document: { name: 'x', tools: [own] } });
    expect(believed.ok && believed.catalogue.tools[0]?.classes).toEqual(['read']);
  });

  it('must name one there is', () => {
    expect(notes(readAnyCatalogue({ document: { tools: [] }, format: 'mpc' }))).toEqual(['/format value_invalid']);
  });
});

describe('messages', () => {
  it('have the same parameters in both languages', () => {
    for (const { en, pt } of Object.values(CATALOGUE_MESSAGES)) expect(placeholders(pt)).toEqual(placeholders(en));
  });
});
