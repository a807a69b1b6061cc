import { Inject, Injectable } from '@nestjs/common';
import { parseJson } from '@ostiary/json';
import { type Clock, type Principal, ProblemError, Services } from '@ostiary/plugin-api';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { type Database, DATABASE } from '../../storage/database.js';
import { INLINE_RESULT_BYTES } from '../runtime/keep-result.js';
import { JobSignals, type JobWatch } from '../signals.js';
import type { JobRecord } from '../store/job-record.js';
import { findJob, findResult, queuePosition } from '../store/read.js';
import { isTerminal } from '../transitions.js';
import { isJobId } from './answers.js';
import type { Solve } from './solve-schema.js';
import { solveView } from './solve-view.js';

/** Reads jobs for answers, waiting where a caller asked to. */
@Injectable()
export class SolveReader {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(PLUGIN_REGISTRY) private readonly registry: Pick<PluginRegistry, 'bodyOf'>,
  ) {}

  /** @throws ProblemError `not_found` also for malformed ids and other tenants' jobs */
  async find(accountId: string, id: string): Promise<JobRecord> {
    const job = isJobId(id) ? await findJob(this.database.forAccount(accountId), accountId, id) : null;
    if (job === null) throw new ProblemError('not_found');
    return job;
  }

  /** The job once `done` holds or `ms` have passed, whichever is first. */
  async wait(job: JobRecord, done: (job: JobRecord) => boolean, ms: number, options: WaitOptions): Promise<SeenJob> {
    return this.waitOn(this.signals.watch(job.id, { endsOnly: options.endsOnly }), job, done, ms, options.signal);
  }

  /** As `wait`, with a watch that listens already; closes it. */
  async waitOn(
    watch: JobWatch,
    job: JobRecord,
    done: (job: JobRecord) => boolean,
    ms: number,
    signal: AbortSignal,
  ): Promise<SeenJob> {
    const end = performance.now() + ms;
    try {
      let seen = job;
      for (let left = ms; left > 0 && !done(seen); left = end - performance.now()) {
        await watch.next(Math.min(left, this.signals.pollMs), signal);
        if (watch.end !== undefined) return watch.end;
        if (signal.aborted) break;
        seen = await this.find(job.accountId, job.id);
      }
      return { job: seen };
    } finally {
      watch.close();
    }
  }

  /**
   * The job as it is shown by itself, with its result inline when asked for and there is one, without what the grants of the key do
   * not cover. Where the mode is not loaded here nobody can say what of the result which key may see, so it is not shown.
   */
  async show({ job, result }: SeenJob, withResult: boolean, { grants }: Pick<Principal, 'grants'>): Promise<Solve> {
    const now = this.clock.now();
    if (job.status === 'queued')
      return solveView(job, { now, position: await queuePosition(this.database.forAccount(job.accountId), job) });
    if (!withResult || !isTerminal(job.status) || job.resultArtefactId !== null) return solveView(job, { now });
    const text = await this.resultText({ job, ...(result === undefined ? {} : { result }) });
    if (text === null) return solveView(job, { now });
    const body = this.registry.bodyOf(job.mode, job.variant);
    if (body === undefined) return solveView(job, { now });
    const { details } = body;
    const whole: unknown = parseJson(text);
    const isWhole = details === undefined || grants.includes(details.alsoNeeds);
    return solveView(job, { now, result: isWhole ? whole : details.cut(whole) });
  }

  /** The JSON text of the result of a job, if it is kept inline: as it was read with the job, or read now. */
  async resultText({ job, result }: SeenJob): Promise<string | null> {
    if (result !== undefined) return result;
    const found = await findResult(this.database.forAccount(job.accountId), job.accountId, job.id);
    if (found === null) throw new ProblemError('not_found');
    return found.result;
  }

  /** @throws ProblemError `result_too_large` when the result cannot be inline */
  requireInline(job: JobRecord): void {
    if (job.resultArtefactId === null) return;
    throw new ProblemError('result_too_large', {
      params: { limit: INLINE_RESULT_BYTES },
      extensions: { limit_bytes: INLINE_RESULT_BYTES, artifact_id: job.resultArtefactId, size: job.resultBytes },
    });
  }
}

/** A job as read; `result` undefined: its text was not read with it. */
export interface SeenJob {
  readonly job: JobRecord;
  readonly result?: string | null;
}

interface WaitOptions {
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
  readonly endsOnly: boolean;
}
