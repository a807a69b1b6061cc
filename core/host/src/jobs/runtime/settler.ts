import { Inject, Injectable } from '@nestjs/common';
import { type AnswerSummary, type Logger, Services } from '@ostiary/plugin-api';
import { AttemptAborted } from '../../compute/attempt-aborted.js';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { isDatabaseGone } from '../../storage/database-gone.js';
import { EndRefused, JobLifecycle } from '../lifecycle.js';
import type { Ending, MovedJob } from '../store/move.js';
import type { AttemptPlan, Outcome } from './attempt.js';
import { failureOf } from './failure.js';
import type { Kept } from './keep-result.js';

type EndName = 'succeed' | 'fail' | 'cancel' | 'expire';

const SETTLE_TRIES = 4;

/** Gives jobs the end that their attempt came to. */
@Injectable()
export class Settler {
  constructor(
    @Inject(JobLifecycle) private readonly lifecycle: JobLifecycle,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  /**
   * Returns whether this ended the job: an attempt that is no longer the job's ends nothing.
   * @param keep puts what the mode answered where it belongs; rejects when it cannot be stored
   */
  async settle(
    job: MovedJob,
    plan: AttemptPlan | null,
    outcome: Outcome,
    keep: (answer: unknown, plan: AttemptPlan) => Promise<Kept>,
  ): Promise<boolean> {
    const { progress } = outcome;
    const base = { retentionDays: this.config.limits.resultDays, ...(progress === undefined ? {} : { progress }) };
    if (outcome.kind === 'aborted') {
      if (outcome.why === 'cancelled') return this.move(job, 'cancel', base);
      if (outcome.why === 'deadline') return this.move(job, 'expire', base);
      // Fenced or shutting down: the job is another's, or the next one's.
      return false;
    }
    if (outcome.kind === 'failed' || plan === null)
      return this.fail(job, outcome.kind === 'failed' ? outcome.thrown : undefined, base);
    try {
      const kept = await keep(outcome.result, plan);
      if (kept.kind === 'refused')
        throw new Error('a mode answered what its result schema refuses', { cause: kept.error });
      const { result } = kept;
      const summary = this.summaryOf(job, plan, result.value);
      if (await this.move(job, 'succeed', { ...base, result, summary, endRows: outcome.endRows })) return true;
    } catch (error) {
      // What was to be stored is refused: the job is another's by now.
      if (error instanceof AttemptAborted) return false;
      return this.fail(job, error instanceof EndRefused ? error.cause : error, base);
    }
    // Asked to stop before the result was stored; if not that, the attempt is dead and this does nothing either.
    return this.move(job, 'cancel', base);
  }

  private async fail(job: MovedJob, thrown: unknown, base: Ending): Promise<boolean> {
    if (isDatabaseGone(thrown)) {
      // Not the mode's failure, and what it asked for last may have happened: its lease runs out and the next attempt begins.
      this.log.warn({ job: job.id, err: thrown }, 'an attempt is given up: the database was away');
      return false;
    }
    const { error, defect } = failureOf(thrown, this.registry.problems);
    if (defect) this.log.error({ job: job.id, mode: job.mode, err: thrown }, 'a mode failed');
    return this.move(job, 'fail', { ...base, error });
  }

  /** The answer in short. A mode that cannot say it has a defect; its answer stands all the same. */
  private summaryOf(job: MovedJob, plan: AttemptPlan, answer: unknown): AnswerSummary | null {
    try {
      return plan.summary(answer);
    } catch (error) {
      this.log.error({ job: job.id, mode: job.mode, err: error }, 'a mode could not say its answer in short');
      return null;
    }
  }

  /** Tries a few times: the work is done, and a database that is away for a moment should not cost it. */
  private async move(job: MovedJob, transition: EndName, ending: Ending): Promise<boolean> {
    const eventData = ending.error === undefined ? {} : { eventData: { error: ending.error } };
    for (let tries = 1; ; tries += 1) {
      try {
        return (await this.lifecycle.move(job, { transition, ending, ...eventData })) !== null;
      } catch (error) {
        if (tries >= SETTLE_TRIES || error instanceof EndRefused) throw error;
        await new Promise((next) => setTimeout(next, 100 * 3 ** tries));
      }
    }
  }
}
