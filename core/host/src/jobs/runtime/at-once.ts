import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Logger, Services } from '@ostiary/plugin-api';
import { AttemptAborted } from '../../compute/attempt-aborted.js';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { DEPLOYMENT, type Deployment } from '../../plugins/deployment.js';
import { PluginContexts } from '../../plugins/plugin-contexts.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { during, type Span, TRACING, type Tracing } from '../../tracing/tracing.js';
import { attemptSpan } from '../spans.js';
import type { SolvedJob } from '../store/solved.js';
import type { NewJob } from '../store/submission.js';
import { type AttemptPorts, runAttempt } from './attempt.js';
import { AttemptValues } from './attempt-values.js';
import { InFlightJobs } from './in-flight-jobs.js';
import { keepResult } from './keep-result.js';
import { planOf } from './plan.js';
import { Runner } from './runner.js';

/** A try that takes longer is put off: it is no longer what a request may hold up unseen. */
const LONGEST_MS = 250;

/** A job that is accepted and not stored. */
export type UnstoredJob = Omit<NewJob, 'workerId' | 'within'>;

/**
 * Solves jobs before they are stored, those whose mode says that it can. The world of such a try is empty: whatever it asks of the host
 * puts it off, and then it has left nothing. See docs/adr/0160.
 */
@Injectable()
export class AtOnce {
  private readonly underWay = new InFlightJobs();

  constructor(
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(PluginContexts) private readonly contexts: PluginContexts,
    @Inject(Runner) private readonly runner: Pick<Runner, 'workerId'>,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.log) private readonly log: Logger,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {}

  /** Whether jobs of a mode or a variant may be solved here before they are stored: where jobs run, and nobody is told of their end. */
  takes(mode: string, variant: string | null): boolean {
    return this.config.roles.includes('worker') && this.registry.endedOf(mode, variant) === undefined;
  }

  /**
   * Returns the job with what it leaves; null when it was put off, also because it failed, or when as many of its key are being solved here as
   * may run at once: then it is stored and run like any other job.
   */
  async solve(job: UnstoredJob): Promise<SolvedJob | null> {
    const { registry, tracing, underWay, config } = this;
    if (underWay.ofKey(job.keyId) >= config.limits.runningJobsPerKey) return null;
    underWay.began(job.id, job.keyId);
    try {
      return await during(tracing, attemptSpan({ ...job, attempt: 1, part: null }, registry), (span) =>
        this.attempt(job, span),
      );
    } finally {
      underWay.ended(job.id);
    }
  }

  private async attempt({ deadlineMs, ...fields }: UnstoredJob, span: Span): Promise<SolvedJob | null> {
    const { registry } = this;
    const begun = performance.now();
    const now = this.clock.now();
    const job = {
      ...fields,
      ...JUST_BEGUN,
      createdAt: now,
      startedAt: now,
      deadlineAt: new Date(now.getTime() + deadlineMs),
    };
    const plan = planOf(job, registry, this.deployment, () => Promise.reject(new Error('the job is no part')));
    if (plan === null) return null;
    const control = new AbortController();
    const wallMs = Math.min(plan.wallMs, LONGEST_MS);
    const outcome = await runAttempt(job, { ...plan, wallMs }, this.ports(job, control), control);
    // A mode may have gone on without what it was refused.
    const solved = outcome.kind === 'solved' && outcome.progress === undefined && !control.signal.aborted;
    span.set({ 'ostiary.job.outcome': solved ? outcome.kind : 'put_off' });
    if (!solved) return null;
    try {
      const kept = await keepResult(outcome.result, plan, { open: () => Promise.reject(putOff(control)) });
      const text = kept.kind === 'kept' ? kept.result.text : null;
      if (kept.kind === 'refused' || text === null) return null;
      return {
        job,
        workerId: this.runner.workerId,
        result: { text, bytes: kept.result.bytes },
        summary: plan.summary(kept.result.value),
        endRows: outcome.endRows,
        deadlineMs,
        tookMs: performance.now() - begun,
      };
    } catch (error) {
      // It is told again, as the failure of the job or its defect, by the attempt that follows.
      this.log.info({ err: error, job: job.id }, 'a job that was solved at once could not be kept so');
      return null;
    }
  }

  private ports(job: UnstoredJobFields, control: AbortController): AttemptPorts {
    const { contexts, log, registry } = this;
    const body = registry.bodyOf(job.mode, job.variant);
    const refused = (): Promise<never> => Promise.reject(putOff(control));
    return {
      log,
      context: () => {
        if (body === undefined) throw new Error(`mode ${job.mode} is not loaded here`);
        return contexts.ofBody(body, { signal: control.signal });
      },
      values: new AttemptValues(body?.neverStored ?? [], refused),
      storeEvent: refused,
      openArtefact: refused,
      discardOpenFiles: () => Promise.resolve(),
      partsOf: () => {
        throw putOff(control);
      },
      borrowSolver: refused,
      input: refused,
    };
  }
}

type UnstoredJobFields = Pick<UnstoredJob, 'mode' | 'variant'>;

function putOff(control: AbortController): AttemptAborted {
  const why = new AttemptAborted('put_off');
  control.abort(why);
  return why;
}

/** What every job is that has just begun, and is no part. */
const JUST_BEGUN = {
  parentId: null,
  part: null,
  status: 'running',
  attempt: 1,
  unitsCharged: null,
  progress: null,
  resultBytes: null,
  resultArtefactId: null,
  summary: null,
  artefactCount: 0,
  error: null,
  cancelRequestedAt: null,
  finishedAt: null,
  expiresAt: null,
  stopped: [],
} as const;
