import { Inject, Injectable } from '@nestjs/common';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { type Database, DATABASE } from '../storage/database.js';
import { JobLifecycle } from './lifecycle.js';
import { JobSignals } from './signals.js';
import { requestCancel } from './store/events.js';
import type { JobRecord } from './store/job-record.js';
import { findJob } from './store/read.js';
import { MAX_ATTEMPTS } from './transitions.js';

/** Cancels jobs. Each try is a compare-and-set; when the job moved on in between, it looks again. */
@Injectable()
export class Canceller {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobLifecycle) private readonly lifecycle: JobLifecycle,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
  ) {}

  /** The job afterwards: cancelled, asked to stop, or unchanged because it had ended. */
  async cancel(job: JobRecord): Promise<JobRecord> {
    let seen = job;
    // A job can move on twice an attempt (start, retry) before it must be caught.
    for (let tries = 0; tries < 2 * MAX_ATTEMPTS + 1; tries += 1) {
      if (seen.status === 'queued') {
        const moved = await this.lifecycle.move(seen, {
          transition: 'cancelQueued',
          ending: { retentionDays: this.config.limits.resultDays },
        });
        if (moved !== null) return moved;
      } else if (seen.status === 'running' && seen.cancelRequestedAt === null) {
        if (await requestCancel(this.database.forAccount(seen.accountId), seen.id, seen.attempt)) {
          this.signals.changed(seen.id, false);
          this.signals.cancelRequested(seen.id);
        }
      } else {
        return seen;
      }
      const found = await findJob(this.database.forAccount(seen.accountId), seen.accountId, seen.id);
      if (found === null) return seen;
      seen = found;
    }
    return seen;
  }
}
