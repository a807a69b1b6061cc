import { describe, expect, it } from 'vitest';
import { readCatalogue, readToolDefinitions } from '../index.js';

const withType = (type: object): unknown => ({
  name: 'c',
  tools: [{ name: 't', classes: ['write'], args: { kind: 'record', fields: { a: { type, required: true } } } }],
});

describe('base of a path', () => {
  it.each(['/', '/srv', '/srv/data'])('%s is where relative paths start', (base) => {
    const document = withType({ kind: 'string', format: 'path', base });
    expect(readCatalogue(document)).toEqual({ ok: true, catalogue: document, warnings: [] });
  });

  it.each(['', 'srv', '/srv/', '//srv', '/srv/../etc', '/srv/.', '/a\\b', '/a;b'])('%j is none', (base) => {
    expect(readCatalogue(withType({ kind: 'string', format: 'path', base }))).toMatchObject({
      ok: false,
      problems: [{ pointer: '/tools/0/args/fields/a/type/base', slug: 'value_invalid' }],
    });
  });

  it('is for paths only', () => {
    expect(readCatalogue(withType({ kind: 'string', format: 'url', base: '/srv' }))).toMatchObject({ ok: false });
  });
});

describe('addresses in JSON Schema', () => {
  it.each(['ipv4', 'ipv6'])('%s is an IP address', (format) => {
    const read = readToolDefinitions([
      {
        type: 'function',
        function: { name: 't', parameters: { type: 'object', properties: { a: { type: 'string', format } } } },
      },
    ]);
    expect(read.ok && read.catalogue.tools[0]?.args.fields['a']?.type).toEqual({ kind: 'string', format: 'ip' });
  });
});
