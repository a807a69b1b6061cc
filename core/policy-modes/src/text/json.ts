import { isRawNumber, parseJson, scanJson } from '@ostiary/json';
import type { Text } from '@ostiary/plugin-api';

/** Levels of arrays and objects, and values all together: as many as the body of a request may have. */
const MAX_DEPTH = 64;
const MAX_VALUES = 75_000;

/** Keys that have a meaning of their own in JavaScript, which no request may have either. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

/** The text is no JSON that is taken. */
export class UnreadableJson extends Error {
  constructor(readonly detail: Text) {
    super(detail.en);
    this.name = 'UnreadableJson';
  }
}

/**
 * Reads JSON of a file with the bounds of the body of a request: its depth, its values, no key twice in an object.
 * @throws UnreadableJson
 */
export function readJson(text: string): unknown {
  const { tooDeepAt, values, members } = scanJson(text, MAX_DEPTH);
  if (tooDeepAt !== undefined)
    throw new UnreadableJson({ en: `Nested deeper than ${MAX_DEPTH}.`, pt: `Mais de ${MAX_DEPTH} níveis.` });
  if (values > MAX_VALUES)
    throw new UnreadableJson({ en: `More than ${MAX_VALUES} values.`, pt: `Mais de ${MAX_VALUES} valores.` });
  const value = parsed(text);
  const { keys, unsafe } = keysOf(value);
  if (unsafe)
    throw new UnreadableJson({ en: 'A key may not have this name.', pt: 'Uma chave não pode ter este nome.' });
  if (keys !== members)
    throw new UnreadableJson({
      en: 'An object has the same key twice.',
      pt: 'Um objeto tem a mesma chave duas vezes.',
    });
  return value;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new UnreadableJson({ en: 'Not valid JSON.', pt: 'Não é JSON válido.' });
  }
}

function keysOf(value: unknown): { readonly keys: number; readonly unsafe: boolean } {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return { keys: 0, unsafe: false };
  const own = Array.isArray(value) ? [] : Object.keys(value);
  let keys = own.length;
  let unsafe = own.some((key) => UNSAFE.has(key));
  for (const member of Object.values(value)) {
    const below = keysOf(member);
    keys += below.keys;
    unsafe ||= below.unsafe;
  }
  return { keys, unsafe };
}
