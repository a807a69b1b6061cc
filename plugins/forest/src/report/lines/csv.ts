/** Spreadsheets run a cell that begins with one of these as a formula, also after spaces (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@\t\r|]/;

/** One line of CSV (RFC 4180, CRLF). A text that a spreadsheet would run gets an apostrophe before it; numbers are written as they are. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${csvCells(cells)}\r\n`;
}

/** Cells within a line. */
export const csvCells = (cells: readonly (string | number | null)[]): string => cells.map(csvCell).join(',');

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Columns that only come back, under names that no other column has. All lines of a file have the same. */
export const extraColumns = (lines: readonly { readonly extra: Readonly<Record<string, string>> }[]): string[] =>
  Object.keys(lines[0]?.extra ?? {}).map((name) => `extra.${name}`);

export const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`;
