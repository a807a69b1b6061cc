import type { PreparedPolicy } from '@ostiary/guard';
import { chunksOf, readCsv } from '../../csv/read.js';
import { type Slice, slicesOfText } from '../../csv/slices.js';
import type { Candidate } from './candidate.js';
import { csvRow } from './csv-rows.js';
import { jsonRows, testRows } from './json-rows.js';
import type { BatchInput } from './request.js';
import { targetsOf } from './table.js';

/** Rows of one part of a large table: some tenths of a second of work. */
const PART_ROWS = 20_000;

/** Every row of a request, in order; or those of a slice of its table. */
export async function* rowsOf(
  request: BatchInput,
  { environment, tests }: PreparedPolicy,
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
  const targets = await targetsOf(rows);
  const { offset, line, first, last } = slice ?? { offset: 0, line: 1, first: 0, last: Infinity };
  let row = first;
  for await (const record of readCsv(chunksOf(rows.csv.slice(offset)), { bom: offset === 0 })) {
    const here = { ...record, line: record.line + line - 1 };
    // Read from the top, the first record is the header.
    if (row > 0)
      yield csvRow(
        here,
        row,
        targets,
        (tool, root, path) => environment.typeOf(tool, root, path)?.type ?? null,
        defaults,
      );
    if (row === last) return;
    row += 1;
  }
}

/** The slices of a table that is read already and known to be sound; none of one without rows of its own. */
export function slicesOf({ rows }: BatchInput): Slice[] {
  if (rows === undefined) return [];
  if (!Array.isArray(rows)) return slicesOfText(rows.csv, { rows: PART_ROWS, header: 1, quotes: true });
  const count = Math.ceil(rows.length / PART_ROWS);
  return Array.from({ length: count }, (_, at) => ({
    offset: 0,
    line: 1,
    first: at * PART_ROWS + 1,
    last: Math.min((at + 1) * PART_ROWS, rows.length),
  }));
}
