import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { newId } from '../../ids/new-id.js';
import { AttemptAborted, type AbortCause } from '../../compute/attempt-aborted.js';
import { DEPLOYMENT, type Deployment } from '../../plugins/deployment.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { type Database, DATABASE } from '../../storage/database.js';
import { isDatabaseGone } from '../../storage/database-gone.js';
import { during, failureType, type Span, TRACING, type Tracing } from '../../tracing/tracing.js';
import { JobLifecycle } from '../lifecycle.js';
import { JobSignals } from '../signals.js';
import { attemptSpan } from '../spans.js';
import type { Delivery } from '../store/dispatch.js';
import { heartbeat, releaseLeases } from '../store/leases.js';
import type { MovedJob } from '../store/move.js';
import { runAttempt, type Outcome } from './attempt.js';
import { AttemptToolbox } from './attempt-tools.js';
import { planOf } from './plan.js';
import { Settler } from './settler.js';

interface Held {
  readonly attempt: number;
  readonly control: AbortController;
  /** It has left its slot, and waits for its parts. */
  waiting: boolean;
}

/** Claims jobs, runs them, settles them. A mode's failure is the job's, never the worker's. */
@Injectable()
export class Runner {
  readonly workerId = newId('wrk');
  private readonly held = new Map<string, Held>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobLifecycle) private readonly lifecycle: JobLifecycle,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(AttemptToolbox) private readonly toolbox: AttemptToolbox,
    @Inject(Settler) private readonly settler: Settler,
    @Inject(JobSignals) signals: JobSignals,
    @Inject(Services.log) private readonly log: Logger,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {
    signals.onCancelRequested((jobId) => this.abort(jobId, 'cancelled'));
  }

  get running(): number {
    return this.held.size;
  }

  /**
   * Runs the job if it can be claimed: a delivery that comes twice, or too late, does nothing. Resolves when the job has left its slot:
   * when it is settled, or when it only waits for its parts. Never rejects.
   */
  async handle(delivery: Delivery): Promise<void> {
    await new Promise<void>((leaveSlot) => {
      void this.claim(delivery, leaveSlot).then(leaveSlot);
    });
  }

  private async claim({ id, accountId, attempt, begun }: Delivery, leaveSlot: () => void): Promise<void> {
    const { lifecycle, log } = this;
    try {
      const job = begun ?? (await lifecycle.start({ id, accountId, attempt }, this.workerId));
      if (job !== null)
        await during(this.tracing, attemptSpan(job, this.registry), (span) => this.run(job, leaveSlot, span));
    } catch (error) {
      // The database is away, most likely: the lease runs out and the sweeper takes the job up.
      const level = isDatabaseGone(error) ? 'warn' : 'error';
      log[level]({ err: error, job: id }, 'a job could not be claimed or settled');
    }
  }

  /** Renews the leases; stops attempts that were taken away or asked to stop by another process. */
  async renewLeases(): Promise<void> {
    if (this.held.size === 0) return;
    const mine = new Map(this.held);
    const leases = new Map(
      (await heartbeat(this.database.asHost(), this.workerId, [...mine.keys()])).map((lease) => [lease.id, lease]),
    );
    for (const [id, { attempt }] of mine) {
      const lease = leases.get(id);
      if (lease?.attempt !== attempt) this.abort(id, 'fenced');
      else if (lease.cancelRequested) this.abort(id, 'cancelled');
    }
  }

  /**
   * Waits for what runs, at most `ms`; then stops the rest and gives up their leases, so that they run again elsewhere. What only waits for
   * its parts is stopped at once: it would wait for as long as they take, here or elsewhere.
   */
  async stop(ms: number): Promise<void> {
    const end = performance.now() + ms;
    const waiting = [...this.held].filter(([, held]) => held.waiting).map(([id]) => id);
    for (const id of waiting) this.abort(id, 'shutdown');
    const running = (): number => [...this.held.keys()].filter((id) => !waiting.includes(id)).length;
    while (running() > 0 && performance.now() < end) await new Promise((next) => setTimeout(next, 50));
    for (const id of this.held.keys()) this.abort(id, 'shutdown');
    const left = this.held.size > 0 || waiting.length > 0;
    this.held.clear();
    if (left) await releaseLeases(this.database.asHost(), this.workerId);
  }

  private abort(jobId: string, why: AbortCause): void {
    this.held.get(jobId)?.control.abort(new AttemptAborted(why));
  }

  private async run(job: MovedJob, leaveSlot: () => void, span: Span): Promise<void> {
    const held: Held = { attempt: job.attempt, control: new AbortController(), waiting: false };
    this.held.set(job.id, held);
    const tools = this.toolbox.tools(job, held.control.signal, () => {
      held.waiting = true;
      leaveSlot();
    });
    try {
      const plan = planOf(job, this.registry, this.deployment, tools.solvePart);
      const outcome: Outcome =
        plan === null
          ? { kind: 'failed', thrown: new Error(`mode ${job.mode} is not loaded here`), progress: undefined }
          : await runAttempt(job, plan, tools.ports, held.control);
      tell(span, outcome);
      const ended = await this.settler.settle(job, plan, outcome, tools.keep);
      if (ended && held.waiting) await tools.forgetParts();
    } finally {
      this.held.delete(job.id);
    }
  }
}

function tell(span: Span, outcome: Outcome): void {
  span.set({ 'ostiary.job.outcome': outcome.kind === 'aborted' ? outcome.why : outcome.kind });
  if (outcome.kind === 'failed') span.fail(failureType(outcome.thrown));
}
