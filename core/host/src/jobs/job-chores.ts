import { Inject, Injectable } from '@nestjs/common';
import type { Chore } from '../schedule/chore-run.js';
import { type Database, DATABASE } from '../storage/database.js';
import { purgeStoredAnswers } from '../idempotency/purge.js';
import { PartFiles } from './runtime/parts/part-files.js';
import { purgeIdempotencyKeys, purgeJobs, purgeParts } from './store/purge.js';
import { openJobs } from './store/read.js';

const EVERY_MS = 60_000;
/** Jobs looked up in one step. */
const BATCH = 200;

/** Removes jobs past their retention, and what is kept of their submission. */
@Injectable()
export class JobChores {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PartFiles) private readonly partFiles: PartFiles,
  ) {}

  chores(): readonly Chore[] {
    const { database } = this;
    return [
      { name: 'core/ended jobs', on: 'one', everyMs: EVERY_MS, run: () => purgeJobs(database.asHost()) },
      { name: 'core/stored answers', on: 'one', everyMs: EVERY_MS, run: () => purgeStoredAnswers(database.asHost()) },
      {
        name: 'core/idempotency keys',
        on: 'one',
        everyMs: EVERY_MS,
        run: () => purgeIdempotencyKeys(database.asHost()),
      },
      { name: 'core/parts of ended jobs', on: 'one', everyMs: EVERY_MS, run: () => purgeParts(database.asHost()) },
      { name: 'core/files of parts', on: 'one', everyMs: EVERY_MS, run: () => this.removePartFiles() },
    ];
  }

  /** Removes what is left of the files of jobs whose process died before it could. */
  private async *removePartFiles(): AsyncGenerator<void> {
    const wholes = await this.partFiles.wholes();
    for (let at = 0; at < wholes.length; at += BATCH) {
      const some = wholes.slice(at, at + BATCH);
      const open = new Set(await openJobs(this.database.asHost(), some));
      for (const id of some) if (!open.has(id)) await this.partFiles.remove(id);
      yield;
    }
  }
}
