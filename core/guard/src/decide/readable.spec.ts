import { parseJson } from '@ostiary/json';
import { describe, expect, it } from 'vitest';
import { unreadable } from './readable.js';

describe('unreadable', () => {
  it.each([
    [{ a: 2 ** 53 - 1, b: [-0.5, 1e-300], c: 'x', d: null }, null],
    [{ a: { 'b/c': [0, Infinity] } }, '/a/b~1c/1'],
    [parseJson('{"a":[9007199254740993,1e400]}'), null],
    [{ a: JSON.parse('1e400') as unknown }, '/a'],
    [{ a: NaN }, '/a'],
    [JSON.parse('{"a":[{"__proto__":1}]}') as unknown, '/a/0/__proto__'],
    [{ constructor: 1, toString: { x: 2 } }, null],
  ])('%j', (value, pointer) => {
    expect(unreadable(value)).toBe(pointer);
  });
});
