import type { Type } from '@ostiary/catalogue';

/** `absent`: the cell is empty, so the value is not there. Nothing else is ever dropped. */
type CellValue = { readonly absent: true } | { readonly absent: false; readonly value: unknown };

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
  return { absent: false, value: typed(text, type) };
}

function typed(text: string, type: Type | null): unknown {
  switch (type?.kind) {
    case 'int':
    case 'money':
    case 'duration':
      return NUMBER.test(text) ? Number(text) : text;
    case 'decimal':
      // Kept as text where a double would not give the same digits back.
      return NUMBER.test(text) && String(Number(text)) === canonicalDecimal(text) ? Number(text) : text;
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'list':
    case 'record':
    case 'any':
      return jsonOr(text);
    case 'string':
    case 'time':
    case undefined:
      return text;
  }
}

function jsonOr(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function canonicalDecimal(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.');
  const digits = fraction.replace(/0+$/, '');
  const sign = text.startsWith('-') && !/^-0*(\.0*)?$/.test(text) ? '-' : '';
  return `${sign}${whole.replace(/^0+(?=\d)/, '')}${digits === '' ? '' : `.${digits}`}`;
}
