import { isRawNumber, jsonErrorOffset, parseJson as parseText, scanJson } from '@ostiary/json';
import { ProblemError, type Text } from '@ostiary/plugin-api';

/** Levels of arrays and objects a body may have. */
export const MAX_JSON_DEPTH = 64;

/**
 * Items and members a body may have, all together. What is done with a body costs time for each of them, and two bytes are
 * enough for one.
 */
export const MAX_JSON_VALUES = 75_000;

/** Keys that have a meaning of their own in JavaScript. A body that has one was made to do harm, or would do it by accident. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * A body as a value, in which a number that JavaScript cannot hold keeps its text (`RawNumber`). Refused before or instead of parsing: text that is not UTF-8, nesting deeper than 64,
 * more than 75,000 values,
 * objects with one key twice (parsers differ in which one they take), keys that reach into prototypes.
 * @throws ProblemError `invalid_json`, `invalid_request`, `request_too_costly`
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const { tooDeepAt, values, members } = scanJson(text, MAX_JSON_DEPTH);
  if (tooDeepAt !== undefined) {
    throw unreadable(
      { en: 'The body is nested deeper than {limit}.', pt: 'O corpo tem mais de {limit} níveis.' },
      tooDeepAt,
      {
        limit: MAX_JSON_DEPTH,
      },
    );
  }
  if (values > MAX_JSON_VALUES) throw tooMany();
  const value = parse(text);
  const found = new KeyCount().count(value);
  if (found.unsafe) throw unsafe(unsafePath(value) ?? []);
  if (found.keys !== members) {
    throw unreadable({
      en: 'An object in the body has the same key twice.',
      pt: 'Um objeto no corpo tem a mesma chave duas vezes.',
    });
  }
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw unreadable({ en: 'The body is not valid UTF-8.', pt: 'O corpo não é UTF-8 válido.' });
  }
}

function parse(text: string): unknown {
  try {
    return parseText(text);
  } catch {
    const offset = jsonErrorOffset(text);
    throw unreadable(
      {
        en: 'The body is not valid JSON: reading stopped at character {offset}.',
        pt: 'O corpo não é JSON válido: a leitura parou no carácter {offset}.',
      },
      offset,
    );
  }
}

function unreadable(detail: Text, offset?: number, params: Readonly<Record<string, number>> = {}): ProblemError {
  return new ProblemError('invalid_json', {
    detail,
    params: { ...params, ...(offset !== undefined && { offset }) },
    ...(offset !== undefined && { extensions: { offset } }),
  });
}

function tooMany(): ProblemError {
  return new ProblemError('request_too_costly', {
    detail: {
      en: 'The body has more than {limit} values. Send a long table as CSV.',
      pt: 'O corpo tem mais de {limit} valores. Envie uma tabela longa em CSV.',
    },
    params: { limit: MAX_JSON_VALUES },
  });
}

/** What is told of the keys of all objects in a value. Goes over everything that is sent, so nothing is made on the way. */
class KeyCount {
  keys = 0;
  unsafe = false;

  count(value: unknown): this {
    if (typeof value !== 'object' || value === null || isRawNumber(value)) return this;
    if (Array.isArray(value)) {
      for (const item of value) this.count(item);
      return this;
    }
    for (const key of Object.keys(value)) {
      this.keys += 1;
      if (UNSAFE_KEYS.has(key)) this.unsafe = true;
      this.count((value as Readonly<Record<string, unknown>>)[key]);
    }
    return this;
  }
}

/** Where the first key that is not safe stands, or null. */
function unsafePath(value: unknown): readonly string[] | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    if (UNSAFE_KEYS.has(key) && !Array.isArray(value)) return [key];
    const below = unsafePath(member);
    if (below) return [key, ...below];
  }
  return null;
}

function unsafe(path: readonly string[]): ProblemError {
  return new ProblemError('invalid_request', {
    errors: [
      {
        pointer: pointer(path),
        slug: 'key_not_allowed',
        detail: { en: 'A key may not have this name.', pt: 'Uma chave não pode ter este nome.' },
      },
    ],
  });
}

/** A path as an RFC 6901 JSON pointer. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
