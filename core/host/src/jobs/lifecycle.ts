import { Inject, Injectable } from '@nestjs/common';
import type { JobEnd, JobEndStatus, ModeBody } from '@ostiary/plugin-api';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { type Database, DATABASE } from '../storage/database.js';
import { isDatabaseGone } from '../storage/database-gone.js';
import { JobSignals } from './signals.js';
import type { Delivery } from './store/dispatch.js';
import { moveJob, type Ending, type Move, type MovedJob } from './store/move.js';
import { isTerminal, TRANSITIONS, type TransitionName } from './transitions.js';

/** A job as its mover knows it. */
interface KnownJob {
  readonly id: string;
  readonly accountId: string;
  /** The attempt the mover knows of: a job that has moved on is left alone. */
  readonly attempt: number;
  readonly mode: string;
  readonly variant: string | null;
  readonly parentId: string | null;
}

interface Change {
  readonly transition: Exclude<TransitionName, 'start'>;
  readonly ending?: Ending;
  readonly eventData?: object;
}

/** The mode did not take the end of its job; nothing was changed. */
export class EndRefused extends Error {
  constructor(override readonly cause: unknown) {
    super('a mode threw when it was told of the end of its job');
    this.name = 'EndRefused';
  }
}

/** Changes the state of jobs and tells those who wait, and the mode of a job that ends. See docs/adr/0115. */
@Injectable()
export class JobLifecycle {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(PLUGIN_REGISTRY) private readonly registry: Pick<PluginRegistry, 'bodyOf' | 'endedOf'>,
  ) {}

  /** Begins a job that was delivered. Returns it, or null when another worker has it, or it is over. */
  async start({ id, accountId, attempt }: Omit<Delivery, 'begun'>, workerId: string): Promise<MovedJob | null> {
    const move: Move = { id, attempt, transition: 'start', workerId, eventData: { attempt } };
    const moved = await moveJob(this.database.forAccount(accountId), move);
    if (moved !== null) this.tell(moved, null);
    return moved;
  }

  /**
   * Returns the job as it is now, or null when it was not in the state or attempt the move starts from.
   * @throws EndRefused when the mode is to be told and throws
   */
  async move(job: KnownJob, change: Change): Promise<MovedJob | null> {
    const { id, attempt, parentId } = job;
    const ends = isTerminal(TRANSITIONS[change.transition].to);
    // The end of a part is told to its whole job alone.
    const body = ends && parentId === null ? this.registry.bodyOf(job.mode, job.variant) : undefined;
    // Of a mode that is not loaded here it is not known whether it has parts.
    const endsParts = ends && parentId === null && (body === undefined || body.part !== undefined);
    const move: Move = { id, attempt, ...change, endsParts };
    const ended = body && this.registry.endedOf(job.mode, job.variant);
    const moved = await this.perform(job.accountId, move, ended);
    if (moved !== null) this.tell(moved, change.ending?.result?.text ?? null);
    return moved;
  }

  private async perform(
    accountId: string,
    move: Move,
    ended: ModeBody<never, never>['ended'],
  ): Promise<MovedJob | null> {
    const em = this.database.forAccount(accountId);
    if (ended === undefined) return moveJob(em, move);
    return em.transactional(async (tx) => {
      const moved = await moveJob(tx, move);
      if (moved === null) return null;
      try {
        await ended(endOf(moved, move), tx);
      } catch (error) {
        throw isDatabaseGone(error) ? error : new EndRefused(error);
      }
      return moved;
    });
  }

  private tell(moved: MovedJob, result: string | null): void {
    if (moved.parentId !== null) this.signals.changed(moved.parentId, false);
    else if (isTerminal(moved.status)) this.signals.ended({ job: moved, result });
    else this.signals.changed(moved.id, false);
    for (const id of moved.stopped) this.signals.cancelRequested(id);
  }
}

function endOf(job: MovedJob, { ending }: Move): JobEnd {
  if (job.finishedAt === null) throw new Error(`the job ${job.id} has not ended`);
  return {
    jobId: job.id,
    accountId: job.accountId,
    keyId: job.keyId,
    status: job.status as JobEndStatus,
    attempt: job.attempt,
    result: job.status === 'succeeded' ? ending?.result?.value : null,
    error: job.error,
    finishedAt: job.finishedAt,
  };
}
