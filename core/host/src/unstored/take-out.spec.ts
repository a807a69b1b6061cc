import { UNSTORED } from '@ostiary/plugin-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeOut } from './take-out.js';

describe('taking values out of a request', () => {
  it('leaves the marker in their place, and the request as it was given', () => {
    const given = { generation: { key: 'k', 'a/b~c': 'p', model: 'm' }, n: 1 };
    const { request, values } = takeOut(given, ['/generation/key', '/generation/a~1b~0c']);
    expect(request).toEqual({ generation: { key: UNSTORED, 'a/b~c': UNSTORED, model: 'm' }, n: 1 });
    expect([...values]).toEqual([
      ['/generation/key', 'k'],
      ['/generation/a~1b~0c', 'p'],
    ]);
    expect(given.generation.key).toBe('k');
  });

  it('takes no more than texts that are there', () => {
    for (const given of [{}, { a: null }, { a: ['k'] }, { a: { key: 1 } }, { a: 'k' }, null, 'k', []])
      expect(takeOut(given, ['/a/key'])).toEqual({ request: given, values: new Map() });
  });

  it('leaves the texts nowhere, and everything else where it was', () => {
    const canary = fc.string({ minLength: 8, maxLength: 8, unit: fc.constantFrom('C', 'A', 'N', 'R', 'Y') });
    const other = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
      .filter((value) => !JSON.stringify(value).match(/[CANRY]{8}/));
    fc.assert(
      fc.property(canary, other, (key, rest) => {
        const { request, values } = takeOut({ ...rest, generation: { ...rest, key } }, ['/generation/key']);
        expect(JSON.stringify(request)).not.toContain(key);
        expect(request).toEqual({ ...rest, generation: { ...rest, key: UNSTORED } });
        expect(values.get('/generation/key')).toBe(key);
      }),
    );
  });
});
