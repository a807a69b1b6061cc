import { inBatches } from '../schedule/in-batches.js';
import type { Em } from '../storage/database.js';

/** Deletes stored answers past their life. */
export function purgeStoredAnswers(em: Em): AsyncGenerator<void> {
  return inBatches(
    em,
    `delete from core.stored_answers where (scope, operation, key) in (
       select scope, operation, key from core.stored_answers
       where expires_at <= statement_timestamp() limit $1 for update skip locked) returning 1`,
  );
}
