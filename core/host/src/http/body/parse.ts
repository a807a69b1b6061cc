import { isRawNumber, parseJson as parseText } from '@ostiary/json';
import { ProblemError, type Text } from '@ostiary/plugin-api';
import { jsonErrorOffset } from './json-error.js';
import { scanJson } from './scan.js';

/** Levels of arrays and objects a body may have. */
export const MAX_JSON_DEPTH = 64;

/** Keys that have a meaning of their own in JavaScript. A body that has one was made to do harm, or would do it by accident. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * A body as a value, in which a number that JavaScript cannot hold keeps its text (`RawNumber`). Refused before or instead of parsing: text that is not UTF-8, nesting deeper than 64,
 * objects with one key twice (parsers differ in which one they take), keys that reach into prototypes.
 * @throws ProblemError `invalid_json`, `invalid_request`
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const { tooDeepAt, members } = scanJson(text, MAX_JSON_DEPTH);
  if (tooDeepAt !== undefined) {
    throw unreadable(
      { en: 'The body is nested deeper than {limit}.', pt: 'O corpo tem mais de {limit} níveis.' },
      tooDeepAt,
      {
        limit: MAX_JSON_DEPTH,
      },
    );
  }
  const value = parse(text);
  if (countKeys(value, []) !== members) {
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

/**
 * How many members the objects of a value have, all together.
 * @throws ProblemError `invalid_request` at a key that is not safe
 */
function countKeys(value: unknown, path: readonly (string | number)[]): number {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return 0;
  if (Array.isArray(value))
    return value.reduce<number>((sum, item, index) => sum + countKeys(item, [...path, index]), 0);
  let sum = 0;
  for (const [key, member] of Object.entries(value)) {
    if (UNSAFE_KEYS.has(key)) throw unsafe([...path, key]);
    sum += 1 + countKeys(member, [...path, key]);
  }
  return sum;
}

function unsafe(path: readonly (string | number)[]): ProblemError {
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
