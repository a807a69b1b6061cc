import { Inject, Injectable } from '@nestjs/common';
import { type Database, DATABASE } from '../../storage/database.js';
import { Unstored } from '../../unstored/unstored.module.js';
import { JobSignals } from '../signals.js';
import { openJobs } from '../store/read.js';

/** Overwrites values that are never stored once their job has ended: at once when it ends here, within a second elsewhere. */
@Injectable()
export class UnstoredKeeper {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Unstored) private readonly unstored: Unstored,
    @Inject(JobSignals) signals: JobSignals,
  ) {
    signals.onEnded((jobId) => unstored.forget(jobId));
  }

  /** Forgets what is held for jobs that have ended in other processes. */
  async tick(): Promise<void> {
    const held = this.unstored.jobs;
    if (held.length === 0) return;
    const open = new Set(await openJobs(this.database.asHost(), held));
    for (const id of held) if (!open.has(id)) this.unstored.forget(id);
  }
}
