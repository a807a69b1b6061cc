import { Inject, Injectable } from '@nestjs/common';
import type { Chore } from '../schedule/housekeeper.js';
import { type Database, DATABASE } from '../storage/database.js';
import { purgeStoredAnswers } from '../idempotency/purge.js';
import { purgeIdempotencyKeys, purgeJobs } from './store/purge.js';

const EVERY_MS = 60_000;

/** What ends the life of jobs and of what is remembered of their submission. */
@Injectable()
export class JobChores {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Returns the chores; each may run in every process at once. */
  chores(): readonly Chore[] {
    const { em } = this.database;
    return [
      { name: 'ended jobs', everyMs: EVERY_MS, run: () => purgeJobs(em.fork()) },
      { name: 'stored answers', everyMs: EVERY_MS, run: () => purgeStoredAnswers(em.fork()) },
      { name: 'idempotency keys', everyMs: EVERY_MS, run: () => purgeIdempotencyKeys(em.fork()) },
    ];
  }
}
