import type { Database } from '../storage/database.js';
import type { JobSignals } from './signals.js';
import { moveJob, type Move, type MovedJob } from './store/move.js';
import { TRANSITIONS, isTerminal } from './transitions.js';

/** Changes the state of jobs and tells those who wait. */
export class JobLifecycle {
  constructor(
    private readonly database: Database,
    private readonly signals: JobSignals,
  ) {}

  /** The job as it is now, or null when it was not in the state or attempt the move starts from. */
  async move(move: Move): Promise<MovedJob | null> {
    const moved = await moveJob(this.database.em.fork(), move);
    if (moved !== null) this.signals.changed(move.id, isTerminal(TRANSITIONS[move.transition].to));
    return moved;
  }
}
