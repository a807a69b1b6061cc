import type { Em } from '../storage/database.js';
import { statement } from '../storage/statement.js';

/** Rows deleted by one statement. */
const BATCH = 500;

/**
 * Runs a deletion of at most `$1` rows until it finds fewer; yields after each full batch. The statement answers a row for each row
 * deleted, and passes over rows that another process holds.
 */
export async function* inBatches(em: Em, text: string, values: readonly number[] = []): AsyncGenerator<void> {
  while ((await statement(em, text, [BATCH, ...values])).length === BATCH) yield;
}
