import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Logger, ProblemError, Services, type Transaction } from '@ostiary/plugin-api';
import { ComputeService } from '../../compute/compute.service.js';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { quotaExhausted } from '../../quotas/exhausted.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { type Database, DATABASE, type Em } from '../../storage/database.js';
import { isDatabaseGone } from '../../storage/database-gone.js';
import { during, TRACING, type Tracing } from '../../tracing/tracing.js';
import { Unstored } from '../../unstored/unstored.module.js';
import { type SeenJob, SolveReader } from '../http/solve-reader.js';
import { Admission } from '../runtime/admission.js';
import { AtOnce } from '../runtime/at-once.js';
import { Dispatcher } from '../runtime/dispatcher.js';
import { Runner } from '../runtime/runner.js';
import { JobSignals } from '../signals.js';
import { submissionSpan } from '../spans.js';
import type { NoRoom } from '../store/insert-job.js';
import type { JobRecord } from '../store/job-record.js';
import { findJob } from '../store/read.js';
import { storeSolved } from '../store/solved.js';
import { storeJob, type HeldKey, type NewJob, type StoredJob } from '../store/submission.js';
import { isTerminal } from '../transitions.js';
import { Acceptance, type AcceptedJob, type AskedJob } from './acceptance.js';
import { claimKey, type SubmissionKey } from './claim-key.js';

export interface Submission extends AskedJob {
  /** Runs in the transaction that stores the job, once it is stored. */
  readonly within?: (tx: Transaction, jobId: string) => Promise<void>;
  /** How long the end of the job is waited for, at most. */
  readonly wait?: { readonly ms: number; readonly signal: AbortSignal };
}

interface Submitted extends SeenJob {
  /** An earlier request with the same key made it. */
  readonly replayed: boolean;
}

/** A job that is accepted, with the span of its submission. */
type TracedJob = AcceptedJob & Pick<NewJob, 'traceparent'>;

/** A job that was stored, and what sends it on its way; null when it was there already. */
interface Made {
  readonly job: JobRecord;
  readonly deliver: (() => void) | null;
}

/** Stores jobs that are accepted, with their units, and sends them on their way. Nothing is stored unless all of it is. See docs/adr/0113. */
@Injectable()
export class Submitter {
  constructor(
    @Inject(Acceptance) private readonly acceptance: Acceptance,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(ComputeService) private readonly compute: Pick<ComputeService, 'canStart'>,
    @Inject(Dispatcher) private readonly dispatcher: Dispatcher,
    @Inject(Runner) private readonly runner: Runner,
    @Inject(AtOnce) private readonly atOnce: AtOnce,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(SolveReader) private readonly reader: SolveReader,
    @Inject(Unstored) private readonly unstored: Unstored,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  /**
   * Returns the job as it is once it has ended or the wait is over.
   * @throws ProblemError as the contract lists for POST /v1/solves
   */
  async submit(submission: Submission): Promise<Submitted> {
    const { reader, signals } = this;
    const { wait } = submission;
    const accepted = await this.acceptance.accept(submission);
    const made = await during(this.tracing, submissionSpan(accepted.job, this.registry), async (span) => {
      const traced = { ...accepted, traceparent: span.traceparent };
      return (await this.makeSolved(traced, submission)) ?? (await this.makeHolding(traced, submission));
    });
    if ('result' in made) return { ...made, replayed: false };
    const { job, deliver } = made;
    const replayed = deliver === null;
    if (wait === undefined) {
      deliver?.();
      return { job, replayed };
    }
    // Whoever waits listens before the job begins: its end then brings its record along.
    const watch = signals.watch(job.id, { endsOnly: true });
    deliver?.();
    return { ...(await reader.waitOn(watch, job, isOver, wait.ms, wait.signal)), replayed };
  }

  /**
   * Solves the job before it is stored, and stores it with its end: for a caller who waits, with nothing stored beside it.
   * Null when it is to be stored first.
   */
  private async makeSolved(accepted: TracedJob, { key, within, wait }: Submission): Promise<Required<SeenJob> | null> {
    const { atOnce, clock, config, database, log } = this;
    const { job, solvers, traceparent } = accepted;
    const waits = wait !== undefined && wait.ms > 0;
    if (!accepted.atOnce || !waits || key !== undefined || within !== undefined) return null;
    if (!atOnce.takes(job.mode, job.variant) || this.whyClosed(solvers) !== null) return null;
    const solved = await atOnce.solve({ ...job, traceparent });
    if (solved === null) return null;
    const { queuedJobsPerKey: maxQueued, resultDays: retentionDays } = config.limits;
    const em = database.forAccount(job.accountId);
    const stored = await storeSolved(em, solved, { maxQueued, retentionDays }, clock.now()).catch((error: unknown) => {
      if (isDatabaseGone(error)) throw error;
      log.error({ err: error, job: job.id }, 'a job that was solved could not be stored with its end; it is run anew');
      return null;
    });
    return stored && { job: orNoRoom(stored, maxQueued), result: solved.result.text };
  }

  /** Holds the values that are never stored before anybody can run the job, and for no longer than it lives. */
  private async makeHolding(accepted: TracedJob, submission: Submission): Promise<Made> {
    const { unstored } = this;
    const { job, values } = accepted;
    if (!unstored.hold(job, values, job.deadlineMs))
      throw new ProblemError('overloaded', { headers: { 'Retry-After': '10' } });
    try {
      const made = await this.make(accepted, submission);
      if (made.deliver === null) unstored.forget(job.id);
      // Sent again, the request brings back what was lost with the process that took it first.
      if (made.deliver === null && !isOver(made.job)) unstored.hold(made.job, values, job.deadlineMs);
      unstored.stored(made.job.id);
      return made;
    } catch (error) {
      unstored.forget(job.id);
      throw error;
    }
  }

  private async make({ job, solvers, traceparent }: TracedJob, { key, within }: Submission): Promise<Made> {
    const { database, dispatcher } = this;
    const em = database.forAccount(job.accountId);
    const closed = this.whyClosed(solvers);
    const direct = closed === null && dispatcher.reserve(job.id, job.keyId);
    const way = {
      workerId: direct ? this.runner.workerId : null,
      within: closed === null ? dispatcher.dispatchBounds() : null,
      traceparent,
    };
    const write = (on: Em): Promise<StoredJob | HeldKey> => this.write(on, { ...job, ...way }, { key, within, closed });
    // The statement that stores a job is a transaction of its own; with a key or rows beside it, or when it is to be taken
    // back, it is one of several.
    const alone = key === undefined && within === undefined && closed === null;
    const made = await (alone ? write(em) : em.transactional(write)).catch((error: unknown) => {
      if (direct) dispatcher.release(job.id);
      throw error;
    });
    if ('jobId' in made) {
      if (direct) dispatcher.release(job.id);
      if (made.fingerprint !== job.requestDigest) throw new ProblemError('idempotency_key_reused');
      const found = await findJob(em, job.accountId, made.jobId);
      if (found === null) throw new Error(`the job ${made.jobId} of an idempotency key is gone before the key`);
      return { job: found, deliver: null };
    }
    const deliver = (): void => {
      if (direct) dispatcher.deliverBegun({ ...made, request: job.request, stopped: [] });
      else if (made.handed) dispatcher.deliver({ id: made.id, accountId: made.accountId, attempt: made.attempt });
      else dispatcher.queued(made.keyId);
    };
    return { job: made, deliver };
  }

  /** The key, then the job with its units and first event, then what goes with it. `closed` is thrown last of all. */
  private async write(em: Em, job: NewJob, { key, within, closed }: Writing): Promise<StoredJob | HeldKey> {
    const { config, clock } = this;
    const held = key === undefined ? null : await claimKey(em, job, key);
    if (held !== null) return held;
    const limit = config.limits.queuedJobsPerKey;
    const stored = orNoRoom(await storeJob(em, job, limit, clock.now()), limit);
    if (closed !== null) throw closed;
    await within?.(em, stored.id);
    return stored;
  }

  private whyClosed(solvers: readonly string[]): ProblemError | null {
    const { admission, compute } = this;
    if (!solvers.every((solver) => compute.canStart(solver)))
      return new ProblemError('engine_unavailable', { headers: { 'Retry-After': '10' } });
    return admission.refusal();
  }
}

interface Writing {
  readonly key: SubmissionKey | undefined;
  readonly within: Submission['within'];
  readonly closed: ProblemError | null;
}

/** @throws ProblemError when there was no room */
function orNoRoom<Stored extends object>(stored: Stored | NoRoom, limit: number): Stored {
  if (stored === 'quota_exhausted') throw quotaExhausted();
  if (stored === 'queue_full') {
    throw new ProblemError('concurrency_exceeded', {
      params: { limit },
      headers: { 'Retry-After': '1' },
      extensions: { 'violated-policies': ['queued_jobs'] },
    });
  }
  return stored;
}

const isOver = ({ status }: JobRecord): boolean => isTerminal(status);
