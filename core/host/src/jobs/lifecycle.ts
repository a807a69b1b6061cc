import { Inject, Injectable } from '@nestjs/common';
import { type Database, DATABASE } from '../storage/database.js';
import { JobSignals } from './signals.js';
import { moveJob, type Move, type MovedJob } from './store/move.js';
import { isTerminal } from './transitions.js';

/** Changes the state of jobs and tells those who wait. */
@Injectable()
export class JobLifecycle {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSignals) private readonly signals: JobSignals,
  ) {}

  /** The job as it is now, or null when it was not in the state or attempt the move starts from. */
  async move(move: Move): Promise<MovedJob | null> {
    const moved = await moveJob(this.database.em.fork(), move);
    if (moved === null) return null;
    if (isTerminal(moved.status)) this.signals.ended({ job: moved, result: move.ending?.result?.text ?? null });
    else this.signals.changed(move.id, false);
    return moved;
  }
}
