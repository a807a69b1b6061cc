import { isRawNumber, parseJson } from '@ostiary/json';

/** Levels of arrays and objects the JSON of a cell may have: with the steps of its column no more than a request may. */
const MAX_DEPTH = 32;

type JsonCell = { readonly value: unknown; readonly fault?: undefined } | { readonly fault: string };

/**
 * The value of a cell that may hold JSON; the text itself where it is none. What the service refuses in a body it
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
  if (isDeeper(value, MAX_DEPTH)) return { fault: `a cell holds JSON nested deeper than ${MAX_DEPTH}` };
  if (members(value) !== colons(text)) return { fault: 'an object in a cell has the same key twice' };
  return { value };
}

/** Recursive only as deep as `levels`: the nesting is the caller's. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** Members of all objects of a value that is not deep. */
function members(value: unknown): number {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, member) => sum + members(member), own);
}

/** Colons of valid JSON outside its strings: one for each member that is written. */
function colons(text: string): number {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1;
}
