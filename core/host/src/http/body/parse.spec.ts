import fc from 'fast-check';
import { ProblemError } from '@ostiary/plugin-api';
import { jsonErrorOffset } from '@ostiary/json';
import { describe, expect, it } from 'vitest';
import { MAX_JSON_VALUES, parseJson } from './parse.js';

const read = (text: string) => parseJson(Buffer.from(text));

function problem(text: string | Uint8Array): { slug: string; options: ProblemError['options'] } {
  try {
    parseJson(typeof text === 'string' ? Buffer.from(text) : text);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('it was read');
}

/** JSON values whose objects have safe keys. */
const json = fc
  .jsonValue({ maxDepth: 6 })
  .filter((value) => !/"(__proto__|constructor|prototype)"\s*:/.test(JSON.stringify(value)));

describe('reading a body', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(read(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('takes a byte order mark and blanks', () => {
    expect(read('\ufeff {"a" : [1, 2]}\n')).toEqual({ a: [1, 2] });
  });

  it('refuses nesting deeper than 64 and takes 64', () => {
    expect(read('['.repeat(64) + ']'.repeat(64))).toHaveLength(1);
    expect(problem('['.repeat(65) + ']'.repeat(65))).toMatchObject({
      slug: 'invalid_json',
      options: { extensions: { offset: 64 } },
    });
    expect(problem(`{"a":`.repeat(10_000)).slug).toBe('invalid_json');
  });

  it('counts no brackets inside strings', () => {
    expect(read(JSON.stringify({ text: `${'['.repeat(100)}\\"${'{'.repeat(100)}` }))).toHaveProperty('text');
  });

  it('refuses an object with one key twice, wherever it is and however it is written', () => {
    for (const text of ['{"a":1,"a":2}', '{"x":[{"b":{"c":1,"\\u0063":2}}]}', '{"":1,"":1}'])
      expect(problem(text).slug).toBe('invalid_json');
    expect(read('{"a":{"a":1},"b":{"a":2}}')).toBeTruthy();
  });

  it('refuses keys that reach into prototypes, and names the place', () => {
    const { slug, options } = problem('{"a":[{"b/c":{"__proto__":{"admin":true}}}]}');
    expect(slug).toBe('invalid_request');
    expect(options.errors?.[0]?.pointer).toBe('/a/0/b~1c/__proto__');
    for (const key of ['constructor', 'prototype', '\\u005f_proto__'])
      expect(problem(`{"${key}":1}`).slug).toBe('invalid_request');
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    expect(read('{"text":"__proto__","constructors":1}')).toBeTruthy();
  });

  it('refuses more values than are worth reading, however they are written, and takes so many', () => {
    const items = (count: number): string => `[${Array.from({ length: count }, () => '1').join()}]`;
    const members = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join()}}`;
    const empty = (count: number): string => `[${Array.from({ length: count }, () => '[]').join()}]`;
    for (const text of [items(MAX_JSON_VALUES), members(MAX_JSON_VALUES), empty(MAX_JSON_VALUES / 2)])
      expect(read(text)).toBeTruthy();
    for (const text of [items(MAX_JSON_VALUES + 1), members(MAX_JSON_VALUES + 1), empty(MAX_JSON_VALUES / 2 + 1)])
      expect(problem(text).slug).toBe('request_too_costly');
  });

  it('refuses what is not UTF-8', () => {
    expect(problem(Uint8Array.from([0x22, 0xff, 0x22])).slug).toBe('invalid_json');
    expect(problem(Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22])).slug).toBe('invalid_json');
  });
});

describe('where JSON stops being JSON', () => {
  it.each([
    ['', 0],
    ['{', 1],
    ['{"a"', 4],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ['{a:1}', 1],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['tru', 0],
    ['01', 1],
    ['-', 0],
    ['1 x', 2],
    ['NaN', 0],
    ["{'a':1}", 1],
    ['"abc', 0],
    ['"a\nb"', 0],
    ['{"a":undefined}', 5],
    ['[[[1}]]', 4],
  ])('%j at %i', (text, offset) => {
    expect(isJson(text)).toBe(false);
    expect(jsonErrorOffset(text)).toBe(offset);
    expect(problem(text)).toMatchObject({ slug: 'invalid_json', options: { extensions: { offset } } });
  });

  it('is the end for valid JSON and inside the text for JSON that was damaged', () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.constantFrom('"', '{', '}', ',', 'x', ''), (value, at, character) => {
        const text = JSON.stringify(value);
        expect(jsonErrorOffset(text)).toBe(text.length);
        const damaged = text.slice(0, at % (text.length + 1)) + character + text.slice((at % (text.length + 1)) + 1);
        const offset = jsonErrorOffset(damaged);
        expect(offset).toBeGreaterThanOrEqual(isJson(damaged) ? damaged.length : 0);
        expect(offset).toBeLessThanOrEqual(damaged.length);
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
