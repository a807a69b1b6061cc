import { describe, expect, it } from 'vitest';
import { readAnyCatalogue, unstatedClasses } from '../index.js';

const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const list = [
  tool('bare'),
  tool('looks', { annotations: { readOnlyHint: true, openWorldHint: false } }),
  tool('deletes', { annotations: { destructiveHint: true } }),
  tool('ours', { annotations: { readOnlyHint: true }, 'x-ostiary': { classes: ['read'] } }),
];
const told = (json: unknown): readonly (readonly [string, readonly string[]])[] =>
  [...unstatedClasses(json)].map(([name, proposals]) => [name, proposals.map((each) => each.class)]);

describe('unstatedClasses', () => {
  it('are those of tools that nobody classified, in each form of an MCP list', () => {
    for (const json of [list, { tools: list }, { result: { tools: list } }, { document: list }])
      expect(told(json)).toEqual([
        ['bare', []],
        ['looks', ['read']],
      ]);
  });

  it('leaves out what the owner states beside', () => {
    const stated = { document: list, overrides: { looks: { classes: ['read'] }, bare: { labels: ['private'] } } };
    expect(readAnyCatalogue(stated).ok).toBe(true);
    expect(told(stated)).toEqual([['bare', []]]);
    expect(told({ document: [tool('__proto__')], overrides: {} })).toEqual([['__proto__', []]]);
  });

  it('has nothing to say of other forms', () => {
    expect(told({ name: 'own', tools: [{ name: 'a', classes: [], args: { kind: 'record', fields: {} } }] })).toEqual(
      [],
    );
    expect(told({ openapi: '3.1.0' })).toEqual([]);
    expect(told(null)).toEqual([]);
  });
});
