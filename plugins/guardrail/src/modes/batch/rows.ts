import type { PreparedPolicy } from '@ostiary/guard';
import type { InputFile } from '@ostiary/plugin-api';
import type { OpenFile } from '@ostiary/policy-modes';
import { chunksOf, readCsv } from '../../csv/read.js';
import { type Slice, slicesOfBytes, slicesOfText } from '../../csv/slices.js';
import type { Candidate } from './candidate.js';
import { csvRow, type TypeOf } from './csv-rows.js';
import { isCsv, jsonRowsOf, piecesOf } from './file-rows.js';
import { candidateOf, jsonRows, testRows } from './json-rows.js';
import type { BatchInput, CsvInput } from './request.js';
import { sourceOf } from './source.js';
import { targetsOf } from './table.js';

/** Rows of one part of a large table: some tenths of a second of work. */
const PART_ROWS = 20_000;
/** Rows of one part of a file of JSON: each part reads the file up to its own end, so they are larger. */
const JSON_FILE_PART_ROWS = 50_000;
const CUT_CSV = { rows: PART_ROWS, header: 1, quotes: true } as const;

/** Every row of a request, in order; or those of a slice of its table. */
export async function* rowsOf(
  request: BatchInput,
  { environment, tests }: PreparedPolicy,
  open: OpenFile,
  slice?: Slice,
): AsyncGenerator<Candidate> {
  const { defaults } = request;
  const source = sourceOf(request.rows);
  if (source.kind === 'tests') {
    yield* testRows(tests);
    return;
  }
  if (source.kind === 'json') {
    const { first, last } = slice ?? { first: 1, last: source.rows.length };
    yield* jsonRows(source.rows.slice(first - 1, last), defaults, first);
    return;
  }
  const typeOf: TypeOf = (tool, root, path) => environment.typeOf(tool, root, path)?.type ?? null;
  if (source.kind === 'file') {
    yield* rowsOfFile(await open(source.file), source.csv?.columns, defaults, typeOf, slice);
    return;
  }
  const targets = await targetsOf(chunksOf(source.text), source.columns);
  const { offset, line, first, last } = slice ?? { offset: 0, line: 1, first: 0, last: Infinity };
  let row = first;
  for await (const record of readCsv(chunksOf(source.text.slice(offset)), { bom: offset === 0 })) {
    const here = { ...record, line: record.line + line - 1 };
    // Read from the top, the first record is the header.
    if (row > 0) yield csvRow(here, row, targets, typeOf, defaults);
    if (row === last) return;
    row += 1;
  }
}

/** The rows of a file, or those of a slice of it: of JSON what stands before the slice is read and passed over. */
async function* rowsOfFile(
  file: InputFile,
  columns: CsvInput['columns'],
  defaults: BatchInput['defaults'],
  typeOf: TypeOf,
  { offset, line, first, last }: Slice = { offset: 0, line: 1, first: 1, last: Infinity },
): AsyncGenerator<Candidate> {
  let row = first;
  if (!isCsv(file)) {
    for await (const value of jsonRowsOf(file, first)) {
      yield candidateOf(value, row, defaults);
      if (row === last) return;
      row += 1;
    }
    return;
  }
  const targets = await targetsOf(piecesOf(file), columns);
  // Read from the top, the first record is the header.
  if (offset === 0) row = 0;
  for await (const record of readCsv(piecesOf(file, offset), { bom: offset === 0 })) {
    if (row >= first) yield csvRow({ ...record, line: record.line + line - 1 }, row, targets, typeOf, defaults);
    if (row === last) return;
    row += 1;
  }
}

/** The slices of a table that is read already and known to be sound; none of one without rows of its own. */
export function slicesOf({ rows, row_count = 0, row_slices }: BatchInput): readonly Slice[] {
  const source = sourceOf(rows);
  switch (source.kind) {
    case 'tests':
      return [];
    case 'json':
      return countedSlices(source.rows.length, PART_ROWS);
    case 'csv':
      return slicesOfText(source.text, CUT_CSV);
    case 'file':
      return row_slices ?? countedSlices(row_count, JSON_FILE_PART_ROWS);
  }
}

/** The slices of a CSV file that is known to be sound. */
export async function slicesOfFile(file: InputFile): Promise<readonly Slice[]> {
  return slicesOfBytes((await file.stream()) as AsyncIterable<Buffer>, CUT_CSV);
}

function countedSlices(rows: number, each: number): Slice[] {
  return Array.from({ length: Math.ceil(rows / each) }, (_, at) => ({
    offset: 0,
    line: 1,
    first: at * each + 1,
    last: Math.min((at + 1) * each, rows),
  }));
}
