import { describe, expect, it } from 'vitest';
import { loadChecked } from './load.js';

const text = 'dialect 1; allow t when n <= 5;';
const tool = (name: string): object => ({
  name,
  classes: [],
  args: { kind: 'record', fields: { n: { type: { kind: 'int' }, required: true } } },
});

describe('loadChecked', () => {
  it('compiles one text once', () => {
    expect(loadChecked(text, undefined)).toBe(loadChecked(text, undefined));
    expect(loadChecked(text, { name: 'x', tools: [tool('t')] })).toBe(
      loadChecked(text, { name: 'x', tools: [tool('t')] }),
    );
  });

  it('tells texts, dialects and catalogues apart', () => {
    const plain = loadChecked(text, undefined);
    expect(loadChecked(`${text} `, undefined)).not.toBe(plain);
    const stated = loadChecked({ text, dialect: 1 }, undefined);
    expect(stated).not.toBe(plain);
    const versions = [plain, stated, loadChecked(`${text} `, undefined)].map(({ version }) => version);
    expect(new Set(versions).size).toBe(3);
    const one = loadChecked(text, { name: 'x', tools: [tool('t')] });
    const two = loadChecked(text, { name: 'x', tools: [tool('t'), tool('u')] });
    expect(one.version).toBe(two.version);
    expect(one.catalogueDigest).not.toBe(two.catalogueDigest);
  });

  it('has one digest for a catalogue, however it is written', () => {
    const { args, ...rest } = tool('t') as Record<string, unknown>;
    const written = [
      { name: 'x', tools: [{ ...rest, args }] },
      { tools: [{ args, ...rest }], name: 'x' },
    ];
    const [a, b] = written.map((catalogue) => loadChecked(text, catalogue).catalogueDigest);
    expect(a).toBe(b);
  });

  it('passes warnings on, each with its place', () => {
    const catalogue = {
      tools: [{ name: 't', inputSchema: { type: 'object', properties: { n: { type: 'integer', multipleOf: 5 } } } }],
    };
    expect(loadChecked(text, catalogue).warnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'constraint_ignored',
          pointer: '/catalogue/tools/0/inputSchema/properties/n/multipleOf',
          line: null,
        }),
      ]),
    );
  });
});
