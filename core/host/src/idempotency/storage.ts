import type { StoragePart } from '../storage/part.js';
import { StoredAnswer } from './entities/stored-answer.js';
import { M030StoredAnswers } from './migrations/030-stored-answers.js';

/** Answers that are sent again. */
export const idempotencyStorage: StoragePart = {
  schema: 'core',
  entities: [StoredAnswer],
  migrations: [{ name: 'core/030_stored_answers', class: M030StoredAnswers }],
};
