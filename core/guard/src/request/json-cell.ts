import { memberCount, parseJson, scanJson } from '@ostiary/json';
import type { Words } from '../words.js';

/** Levels of arrays and objects the JSON of a cell may have: with the steps of its column no more than a request may. */
const MAX_DEPTH = 32;

type JsonCell = { readonly value: unknown; readonly fault?: undefined } | { readonly fault: Words };

/**
 * The value of a cell that may hold JSON; the text itself where it is not one. What the service refuses in a body it
 * refuses in a cell: nesting without end, and one key twice in an object, of which parsers take a different one.
 */
export function readJsonCell(text: string): JsonCell {
  if (!/^\s*[[{"]/.test(text)) return { value: text };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { value: text };
  }
  const { tooDeepAt, members } = scanJson(text, MAX_DEPTH);
  if (tooDeepAt !== undefined)
    return {
      fault: {
        en: `a cell holds JSON nested deeper than ${MAX_DEPTH}`,
        pt: `uma célula contém JSON aninhado além de ${MAX_DEPTH} níveis`,
      },
    };
  if (memberCount(value) !== members)
    return {
      fault: {
        en: 'an object in a cell has the same key twice',
        pt: 'um objeto numa célula tem a mesma chave duas vezes',
      },
    };
  return { value };
}
