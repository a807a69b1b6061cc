import { loadChecked, type OpenFile } from '@ostiary/policy-modes';
import { isCsv } from './file-rows.js';
import type { BatchInput, ReadThrough } from './request.js';
import { slicesOfFile } from './rows.js';
import { type RowSource, sourceOf } from './source.js';
import { shapeOf } from './table.js';

/** Refuses what no row could be decided with: a policy, a catalogue or a table that cannot be read. Returns what is to be known of a file of rows. */
export async function checkBatch(request: BatchInput, open: OpenFile): Promise<ReadThrough> {
  const { rows } = await shapeOf(request.rows, loadChecked(request.policy, request.catalogue), open);
  const source = sourceOf(request.rows);
  if (source.kind !== 'file') return {};
  const file = await open(source.file);
  return { row_count: rows, ...(isCsv(file) && { row_slices: await slicesOfFile(file) }) };
}

/** Rows for one unit of quota. */
const ROWS_PER_UNIT = 1_000;

/** A unit for each thousand rows begun; lines of a CSV table are counted as rows. */
export function unitsOfBatch({ rows, row_count }: BatchInput): number {
  return Math.max(1, Math.ceil((row_count ?? countOf(sourceOf(rows))) / ROWS_PER_UNIT));
}

/** Rows that can be counted without opening a file, and without knowing the policy's own. */
function countOf(source: RowSource): number {
  switch (source.kind) {
    case 'json':
      return source.rows.length;
    case 'csv':
      return lines(source.text) - 1;
    default:
      return 0;
  }
}

function lines(text: string): number {
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
