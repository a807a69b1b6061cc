/** A table of texts with a header, whether it came as CSV or as JSON. */
import { type CsvRow, readCsv, TableBroken } from './csv.js';
import { type Flaw, shown } from './flaw.js';

export type CellPlace = Pick<Flaw, 'line' | 'at' | 'pointer'>;

export interface SheetRow {
  /** Place among the rows, from 0. */
  readonly index: number;
  /** The text of a cell; empty where there is none. */
  cell(column: string): string;
  place(column: string | null): CellPlace;
  /** Cells that no column of the header stands above; 0 mostly. */
  readonly surplus: number;
}

export interface Sheet {
  readonly columns: readonly string[];
  readonly rows: readonly SheetRow[];
  /** Where a name stands in the header. */
  place(column: string): CellPlace;
}

/**
 * Reads a sheet from the text of CSV.
 * @throws TableBroken for what is no CSV, has no header, or has a name twice
 */
export function sheetOfCsv(text: string): Sheet {
  const { header, rows } = readCsv(text);
  if (header === null)
    throw new TableBroken(
      'table_empty',
      {
        en: 'The table is empty. Its first line must name the columns.',
        pt: 'A tabela está vazia. A primeira linha tem de dar nome às colunas.',
      },
      1,
    );
  const columns = header.cells.map((name) => name.trim());
  const twice = columns.find((name, at) => columns.indexOf(name) < at);
  if (twice !== undefined)
    throw new TableBroken(
      'column_twice',
      { en: `Two columns are called "${shown(twice)}".`, pt: `Duas colunas chamam-se "${shown(twice)}".` },
      header.line,
    );
  const byName = new Map(columns.map((name, at) => [name, at]));
  return {
    columns,
    rows: rows.map((row, index) => csvRow(row, index, byName, columns.length)),
    place: (column) => ({ line: header.line, at: header.at(byName.get(column) ?? 0) }),
  };
}

function csvRow(row: CsvRow, index: number, byName: ReadonlyMap<string, number>, width: number): SheetRow {
  return {
    index,
    surplus: Math.max(0, row.cells.length - width),
    cell: (column) => row.cells[byName.get(column) ?? -1] ?? '',
    place: (column) => ({ line: row.line, at: column === null ? 1 : row.at(byName.get(column) ?? 0) }),
  };
}

/** What a cell of JSON may be. Lists are joined as the grammar of their column joins: by `;`. */
export type JsonCell = string | number | boolean | null | readonly (string | number)[];

/**
 * Reads a sheet from rows of JSON: objects whose keys are the columns.
 * @param at pointer to the list
 */
export function sheetOfJson(rows: readonly Readonly<Record<string, JsonCell>>[], at: string): Sheet {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    columns,
    rows: rows.map((row, index) => ({
      index,
      surplus: 0,
      cell: (column) => (Object.hasOwn(row, column) ? textOf(row[column] ?? null) : ''),
      place: (column) => ({ pointer: `${at}/${index}${column === null ? '' : `/${escaped(column)}`}` }),
    })),
    place: () => ({ pointer: at }),
  };
}

function textOf(cell: JsonCell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? cell.join(';') : String(cell);
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
