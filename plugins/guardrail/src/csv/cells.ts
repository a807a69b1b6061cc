import type { Type } from '@ostiary/catalogue';
import { exactNumber } from '@ostiary/json';
import type { Words } from '@ostiary/guard';
import { readJsonCell } from '@ostiary/guard/request';

/**
 * `absent`: the cell is empty, so the value is not there. Nothing else is ever dropped.
 * `fault`: JSON that a request could not hold either; the row is not decided.
 */
type CellValue =
  | { readonly absent: true }
  | { readonly absent: false; readonly value: unknown; readonly fault?: undefined }
  | { readonly absent: false; readonly fault: Words };

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The wire value of a cell, by the type the catalogue or the policy gives the place it goes to:
 * - numbers, and money, durations and times that are bare numbers, become JSON numbers when the text is a plain decimal;
 * - `true` and `false` become booleans;
 * - lists, records and untyped places are read as JSON when the text is JSON, else kept as text;
 * - anything else is text as it stands.
 * A text that does not fit the type is passed on as it is: the evaluator then finds it ill typed, and says so.
 */
export function cellValue(text: string, type: Type | null): CellValue {
  if (text === '') return { absent: true };
  return readsJson(type) ? fromJson(text) : { absent: false, value: typed(text, type) };
}

function readsJson(type: Type | null): boolean {
  return type?.kind === 'list' || type?.kind === 'record' || type?.kind === 'any';
}

function typed(text: string, type: Type | null): unknown {
  switch (type?.kind) {
    case 'int':
    case 'money':
    case 'duration':
    case 'decimal':
      return NUMBER.test(text) ? exactNumber(text.replace(/^(-?)0+(?=\d)/, '$1')) : text;
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

function fromJson(text: string): CellValue {
  const read = readJsonCell(text);
  return read.fault === undefined ? { absent: false, value: read.value } : { absent: false, fault: read.fault };
}
