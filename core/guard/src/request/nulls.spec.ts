import { describe, expect, it } from 'vitest';
import { nullableArguments, withoutNulls } from './nulls.js';

describe('withoutNulls', () => {
  const text = { kind: 'string', format: 'text' } as const;
  const type = {
    kind: 'record',
    fields: {
      a: { type: text, required: false, nullable: true },
      b: { type: text, required: true },
      c: { type: { kind: 'record', fields: { d: { type: text, required: false, nullable: true } } }, required: false },
    },
  } as const;

  it('leaves out null where the catalogue lets it mean absent, and nothing else', () => {
    expect(withoutNulls({ a: null, b: null, c: { d: null, e: 1 }, f: null }, type)).toEqual({
      b: null,
      c: { e: 1 },
      f: null,
    });
    const args = { a: 'x', b: 'y' };
    expect(withoutNulls(args, type)).toBe(args);
    expect(withoutNulls(args, undefined)).toBe(args);
  });

  it('only concerns tools that have such arguments', () => {
    const tool = (name: string, args: object): object => ({ name, args, classes: [] });
    const catalogue = { name: 'x', tools: [tool('t', type), tool('u', { kind: 'record', fields: {} })] };
    expect([...nullableArguments(catalogue as Parameters<typeof nullableArguments>[0]).keys()]).toEqual(['t']);
  });
});
