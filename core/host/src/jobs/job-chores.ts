import { Inject, Injectable } from '@nestjs/common';
import type { Chore } from '../schedule/chore-run.js';
import { type Database, DATABASE } from '../storage/database.js';
import { purgeStoredAnswers } from '../idempotency/purge.js';
import { purgeIdempotencyKeys, purgeJobs } from './store/purge.js';

const EVERY_MS = 60_000;

/** What ends the life of jobs and of what is remembered of their submission. */
@Injectable()
export class JobChores {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  chores(): readonly Chore[] {
    const { em } = this.database;
    return [
      { name: 'core/ended jobs', on: 'one', everyMs: EVERY_MS, run: () => purgeJobs(em.fork()) },
      { name: 'core/stored answers', on: 'one', everyMs: EVERY_MS, run: () => purgeStoredAnswers(em.fork()) },
      { name: 'core/idempotency keys', on: 'one', everyMs: EVERY_MS, run: () => purgeIdempotencyKeys(em.fork()) },
    ];
  }
}
