import { parseJson } from '@ostiary/json';
import { TableBroken } from './csv.js';
import { type JsonCell, type Sheet, sheetOfCsv, sheetOfJson } from './sheet.js';

/**
 * Reads a sheet from a text: rows of JSON where it begins like JSON, else CSV.
 * @param at pointer to the text, for what is wrong in rows of JSON
 * @throws TableBroken for what is neither
 */
export const sheetOfText = (text: string, at: string): Sheet =>
  /^[\ufeff\s]*[[{]/.test(text.slice(0, 64)) ? jsonSheet(text, at) : sheetOfCsv(text);

function jsonSheet(text: string, at: string): Sheet {
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TableBroken(
      'json_broken',
      { en: `The text is not valid JSON: ${reason}`, pt: `O texto não é JSON válido: ${reason}` },
      null,
    );
  }
  const rows = Array.isArray(value) ? value : (value as { readonly properties?: unknown }).properties;
  if (Array.isArray(rows) && rows.every(isRow)) return sheetOfJson(rows, at);
  throw new TableBroken(
    'json_no_rows',
    {
      en: 'The text must be a list of rows. Each row is an object whose cells are texts, numbers, booleans or null.',
      pt: 'O texto tem de ser uma lista de linhas. Cada linha é um objeto cujas células são textos, números, booleanos ou null.',
    },
    null,
  );
}

const isRow = (row: unknown): row is Readonly<Record<string, JsonCell>> =>
  typeof row === 'object' &&
  row !== null &&
  !Array.isArray(row) &&
  Object.values(row).every((cell) => cell === null || typeof cell !== 'object' || Array.isArray(cell));
