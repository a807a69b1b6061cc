import { CsvError, parse } from 'csv-parse/sync';
import type { Words } from './flaw.js';

/** A row of a text, its cells by place, and where it stands. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** The line it begins on, from 1. */
  readonly line: number;
  /** Character of the line that the cell begins at, from 1. */
  readonly at: (cell: number) => number;
}

/** The text is no table: which line, and why. */
export class TableBroken extends Error {
  constructor(
    readonly slug: string,
    readonly words: Words,
    readonly line: number | null,
  ) {
    super(words.en);
    this.name = 'TableBroken';
  }
}

/** A record longer than this is most likely a quote that is never closed. */
const RECORD_MAX = 256 * 1024;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
  readonly raw: string;
}

/**
 * Reads CSV (RFC 4180; LF or CRLF, an optional byte-order mark, empty lines passed over).
 * @throws TableBroken from where it cannot be read as CSV
 */
export function readCsv(text: string): { readonly header: CsvRow | null; readonly rows: readonly CsvRow[] } {
  let ended = 0;
  try {
    const parsed = parse(text, {
      bom: true,
      info: true,
      raw: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_MAX,
      on_record: (each, { lines }) => {
        ended = lines;
        return each;
      },
    }) as unknown as readonly Parsed[];
    const [header, ...rows] = parsed.map(rowOf);
    return { header: header ?? null, rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableBroken(
      'csv_broken',
      {
        en: `The text is not valid CSV from line ${ended + 1} on (${error.code}).`,
        pt: `O texto deixa de ser CSV válido a partir da linha ${ended + 1} (${error.code}).`,
      },
      ended + 1,
    );
  }
}

/** `lines` is that on which a record ends: a cell may hold line breaks, and empty lines before it belong to the raw text. */
function rowOf({ record, info, raw }: Parsed): CsvRow {
  const own = raw.replace(/^[\r\n]+/, '').replace(/\r?\n$/, '');
  const breaks = own.split('\n').length - 1;
  return { cells: record, line: info.lines - breaks, at: (cell) => startOf(own, cell) };
}

/** Where a cell begins in the text of its row. */
function startOf(raw: string, cell: number): number {
  let [quoted, left, lineStart] = [false, cell, 0];
  for (let at = 0; at < raw.length; at += 1) {
    if (left === 0) return at - lineStart + 1;
    const sign = raw[at];
    if (sign === '"') quoted = !quoted;
    else if (sign === ',' && !quoted) left -= 1;
    else if (sign === '\n') lineStart = at + 1;
  }
  return raw.length - lineStart + 1;
}
