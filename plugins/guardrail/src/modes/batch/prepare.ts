import { loadChecked } from '../../policy/load.js';
import { isFile } from '../../request/file-ref.js';
import type { OpenFile } from '../../request/files.js';
import type { BatchInput } from './request.js';
import { shapeOf } from './table.js';

/** Refuses what no row could be decided with: a policy, a catalogue or a table that cannot be read. Returns how many rows there are. */
export async function checkBatch(request: BatchInput, open: OpenFile): Promise<number> {
  return (await shapeOf(request.rows, loadChecked(request.policy, request.catalogue), open)).rows;
}

/** Rows for one unit of quota. */
const ROWS_PER_UNIT = 1_000;

/** A unit for each thousand rows begun; lines of a CSV table are counted as rows. */
export function unitsOfBatch({ rows, row_count }: BatchInput): number {
  if (rows === undefined) return 1;
  const count = row_count ?? (Array.isArray(rows) ? rows.length : isFile(rows) ? 0 : lines(rows.csv) - 1);
  return Math.max(1, Math.ceil(count / ROWS_PER_UNIT));
}

function lines(text: string): number {
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
