import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberCount, parseJson, scanJson } from './index.js';
import { hasEscapedName } from './scan.js';

describe('the look at JSON before parsing', () => {
  it('counts as many members as the value has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(scanJson(text, 64).members).toBe(memberCount(JSON.parse(text)));
      }),
    );
  });

  it('counts more members than the value has when a key stands twice, however it is written', () => {
    for (const text of ['{"a":1,"a":2}', '[{"a":{"b":1,"\\u0062":2}}]', '{":\\"":1,":\\"":[]}'])
      expect(scanJson(text, 64).members).toBe(memberCount(parseJson(text)) + 1);
  });

  it('tells names that are written with an escape from strings that are', () => {
    const namesOf = (value: unknown): readonly string[] =>
      typeof value !== 'object' || value === null
        ? []
        : [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesOf)];
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom('a', '"', '\\', ':', '\n', ' ') }), (value) => {
        const escaped = namesOf(value).some((name) => JSON.stringify(name).includes('\\'));
        expect(hasEscapedName(JSON.stringify(value, null, 1))).toBe(escaped);
      }),
    );
  });

  it('says where it is too deep', () => {
    expect(scanJson('[[1],{"a":[2]}]', 2).tooDeepAt).toBe(10);
    expect(scanJson('[[1],{"a":"[["}]', 2).tooDeepAt).toBeUndefined();
  });

  it('takes megabytes, whatever they are', () => {
    for (const text of [
      '['.repeat(10_000_000),
      `"${'\\'.repeat(4_000_000)}`,
      `"${'\\"'.repeat(2_000_000)}`,
      '"'.repeat(5_000_000),
    ]) {
      expect(() => scanJson(text, 64)).not.toThrow(RangeError);
      expect(hasEscapedName(text)).toBe(false);
    }
  });
});
