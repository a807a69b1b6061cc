import { describe, expect, it } from 'vitest';
import { loadChecked } from './load.js';
import { policySummary } from './summary.js';

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
    expect(loadChecked({ text, dialect: 1 }, undefined)).not.toBe(plain);
    expect(loadChecked(text, { name: 'x', tools: [tool('t')] })).not.toBe(plain);
  });
});

describe('policySummary', () => {
  it('names rules that decide no call', async () => {
    const dead = 'dialect 1; @id("a") allow t when n <= 5; @id("b") refuse t when n <= 9;';
    expect((await policySummary(loadChecked(dead, undefined), dead, 'pt')).warnings).toMatchObject([
      {
        code: 'rule_never_decides',
        pointer: '/policy',
        line: 1,
        column: 12,
        detail: expect.stringContaining('`b`') as string,
      },
    ]);
  });

  it('passes warnings on, each with its place in the request', async () => {
    const catalogue = {
      tools: [{ name: 't', inputSchema: { type: 'object', properties: { n: { type: 'integer', multipleOf: 5 } } } }],
    };
    expect((await policySummary(loadChecked(text, catalogue), text, 'en')).warnings).toEqual(
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
