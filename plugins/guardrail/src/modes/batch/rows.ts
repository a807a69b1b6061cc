import type { PreparedPolicy } from '@ostiary/guard';
import type { InputFile } from '@ostiary/plugin-api';
import { isFile } from '../../request/file-ref.js';
import type { OpenFile } from '../../request/files.js';
import { chunksOf, readCsv } from '../../csv/read.js';
import { type Slice, slicesOfText } from '../../csv/slices.js';
import type { Candidate } from './candidate.js';
import { csvRow, type TypeOf } from './csv-rows.js';
import { isCsv, jsonRowsOf, piecesOf } from './file-rows.js';
import { candidateOf, jsonRows, testRows } from './json-rows.js';
import type { BatchInput } from './request.js';
import { targetsOf } from './table.js';

/** Rows of one part of a large table: some tenths of a second of work. */
const PART_ROWS = 20_000;
/** Rows of one part of a file: each part reads the file up to its own end, so there are fewer. */
const FILE_PART_ROWS = 100_000;

/** Every row of a request, in order; or those of a slice of its table. */
export async function* rowsOf(
  request: BatchInput,
  { environment, tests }: PreparedPolicy,
  open: OpenFile,
  slice?: Slice,
): AsyncGenerator<Candidate> {
  const { rows, defaults } = request;
  if (rows === undefined) {
    yield* testRows(tests);
    return;
  }
  if (Array.isArray(rows)) {
    const { first, last } = slice ?? { first: 1, last: rows.length };
    yield* jsonRows((rows as readonly unknown[]).slice(first - 1, last), defaults, first);
    return;
  }
  const typeOf: TypeOf = (tool, root, path) => environment.typeOf(tool, root, path)?.type ?? null;
  if (isFile(rows)) {
    yield* rowsOfFile(await open(rows), defaults, typeOf, slice);
    return;
  }
  const targets = await targetsOf(chunksOf(rows.csv), rows.columns);
  const { offset, line, first, last } = slice ?? { offset: 0, line: 1, first: 0, last: Infinity };
  let row = first;
  for await (const record of readCsv(chunksOf(rows.csv.slice(offset)), { bom: offset === 0 })) {
    const here = { ...record, line: record.line + line - 1 };
    // Read from the top, the first record is the header.
    if (row > 0) yield csvRow(here, row, targets, typeOf, defaults);
    if (row === last) return;
    row += 1;
  }
}

/** The rows of a file, or those of a slice of it: what stands before the slice is read and passed over. */
async function* rowsOfFile(
  file: InputFile,
  defaults: BatchInput['defaults'],
  typeOf: TypeOf,
  { first, last }: Pick<Slice, 'first' | 'last'> = { first: 1, last: Infinity },
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
  const targets = await targetsOf(piecesOf(file), undefined);
  row = 0;
  for await (const record of readCsv(piecesOf(file))) {
    if (row >= first) yield csvRow(record, row, targets, typeOf, defaults);
    if (row === last) return;
    row += 1;
  }
}

/** The slices of a table that is read already and known to be sound; none of one without rows of its own. */
export function slicesOf({ rows, row_count = 0 }: BatchInput): Slice[] {
  if (rows === undefined) return [];
  if (isFile(rows)) return countedSlices(row_count, FILE_PART_ROWS);
  if (!Array.isArray(rows)) return slicesOfText(rows.csv, { rows: PART_ROWS, header: 1, quotes: true });
  return countedSlices(rows.length, PART_ROWS);
}

function countedSlices(rows: number, each: number): Slice[] {
  return Array.from({ length: Math.ceil(rows / each) }, (_, at) => ({
    offset: 0,
    line: 1,
    first: at * each + 1,
    last: Math.min((at + 1) * each, rows),
  }));
}
