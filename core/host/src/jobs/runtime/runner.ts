import { Inject, Injectable } from '@nestjs/common';
import { type AnswerSummary, type Logger, type ModeDefinition, type ModeVariant, Services } from '@ostiary/plugin-api';
import { ulid } from 'ulid';
import { ArtefactService } from '../../artefacts/artefact.service.js';
import { ARTEFACT_SIGNER, type ArtefactSigner } from '../../artefacts/signer.js';
import { DEPLOYMENT, type Deployment } from '../../plugins/deployment.js';
import { PluginContexts } from '../../plugins/plugin-contexts.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { AttemptAborted, type AbortCause } from '../../compute/attempt-aborted.js';
import { ComputeService } from '../../compute/compute.service.js';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { DATABASE, type Database } from '../../storage/database.js';
import { isDatabaseGone } from '../../storage/database-gone.js';
import { Unstored } from '../../unstored/unstored.module.js';
import { JobLifecycle } from '../lifecycle.js';
import { JobSignals } from '../signals.js';
import type { Delivery } from '../store/dispatch.js';
import { appendEvent } from '../store/events.js';
import { heartbeat, releaseLeases } from '../store/leases.js';
import type { Ending, MovedJob } from '../store/move.js';
import type { TransitionName } from '../transitions.js';
import { ArtefactMaker } from './artefact-maker.js';
import { runAttempt, type AttemptPlan, type Outcome } from './attempt.js';
import { failureOf, jobError } from './failure.js';
import { AttemptValues } from './attempt-values.js';
import { keepResult } from './keep-result.js';
import { summarise } from './summarise.js';

interface Held {
  readonly attempt: number;
  readonly control: AbortController;
}

const SETTLE_TRIES = 4;

/** Claims jobs, runs them, settles them. A mode's failure is the job's, never the worker's. */
@Injectable()
export class Runner {
  readonly workerId = `wrk_${ulid()}`;
  private readonly held = new Map<string, Held>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobLifecycle) private readonly lifecycle: JobLifecycle,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(ComputeService) private readonly compute: ComputeService,
    @Inject(ArtefactService) private readonly artefacts: ArtefactService,
    @Inject(ARTEFACT_SIGNER) private readonly signer: ArtefactSigner,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(Unstored) private readonly unstored: Unstored,
    @Inject(PluginContexts) private readonly contexts: PluginContexts,
    @Inject(Services.log) private readonly log: Logger,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
  ) {
    signals.onCancelRequested((jobId) => this.abort(jobId, 'cancelled'));
  }

  get running(): number {
    return this.held.size;
  }

  /** Runs the job if it can be claimed: a delivery that comes twice, or too late, does nothing. Never rejects. */
  async handle({ id, attempt, begun }: Delivery): Promise<void> {
    const { lifecycle, log } = this;
    try {
      const job =
        begun ??
        (await lifecycle.move({
          id,
          attempt,
          transition: 'start',
          workerId: this.workerId,
          eventData: { attempt },
        }));
      if (job !== null) await this.run(job);
    } catch (error) {
      // The database is away, most likely: the lease runs out and the sweeper takes the job up.
      log.error({ err: error, job: id }, 'a job could not be claimed or settled');
    }
  }

  /** Renews the leases; stops attempts that were taken away or asked to stop by another process. */
  async renewLeases(): Promise<void> {
    if (this.held.size === 0) return;
    const mine = new Map(this.held);
    const leases = new Map(
      (await heartbeat(this.database.em.fork(), this.workerId, [...mine.keys()])).map((lease) => [lease.id, lease]),
    );
    for (const [id, { attempt }] of mine) {
      const lease = leases.get(id);
      if (lease?.attempt !== attempt) this.abort(id, 'fenced');
      else if (lease.cancelRequested) this.abort(id, 'cancelled');
    }
  }

  /** Waits for what runs, at most `ms`; then stops the rest and lays down their leases, to be run anew elsewhere. */
  async stop(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (this.held.size > 0 && performance.now() < end) await new Promise((next) => setTimeout(next, 50));
    if (this.held.size === 0) return;
    for (const id of this.held.keys()) this.abort(id, 'shutdown');
    this.held.clear();
    await releaseLeases(this.database.em.fork(), this.workerId);
  }

  private abort(jobId: string, why: AbortCause): void {
    this.held.get(jobId)?.control.abort(new AttemptAborted(why));
  }

  private async run(job: MovedJob): Promise<void> {
    const control = new AbortController();
    this.held.set(job.id, { attempt: job.attempt, control });
    try {
      const plan = this.planOf(job);
      const outcome: Outcome =
        plan === null
          ? { kind: 'failed', thrown: new Error(`mode ${job.mode} is not loaded here`), progress: undefined }
          : await runAttempt(job, plan, this.portsOf(job, plan, control.signal), control);
      await this.settle(job, plan, outcome);
    } finally {
      this.held.delete(job.id);
    }
  }

  private planOf(job: MovedJob): AttemptPlan | null {
    const { registry } = this;
    const mode: ModeDefinition | undefined = registry.mode(job.mode);
    if (mode === undefined) return null;
    const body: ModeDefinition | ModeVariant | undefined =
      job.variant === null ? mode : registry.variantsOf(job.mode).find((variant) => variant.selector === job.variant);
    if (body === undefined) return null;
    const left = job.deadlineAt.getTime() - (job.startedAt ?? job.createdAt).getTime();
    // Undefined when it is no longer there: the mode's own limits hold.
    const profile = this.deployment.profiles.get(job.profile ?? this.deployment.defaultProfile);
    return {
      body,
      solvers: [...(mode.solvers ?? []), ...(body.solvers ?? [])],
      endTable: registry.endTableOf(body),
      artefacts: mode.artefacts ?? [],
      wallMs: Math.min(mode.limits.seconds * 1_000, profile?.wall_ms ?? Infinity, left),
      solverMs: profile?.solver_ms,
      memoryMb: profile?.memory_mb,
    };
  }

  private makerFor({ id, attempt, mode }: MovedJob): ArtefactMaker {
    const { artefacts, config, database, registry, signer, signals } = this;
    const grant = registry.mode(mode)?.grant ?? mode;
    const retentionDays = config.limits.artefactDays;
    return new ArtefactMaker(database, artefacts.blobs, signer, signals, { jobId: id, attempt, grant, retentionDays });
  }

  private portsOf(job: MovedJob, { body }: AttemptPlan, signal: AbortSignal): Parameters<typeof runAttempt>[2] {
    const { compute, contexts, database, log, signals, unstored } = this;
    const { id: jobId, attempt, accountId } = job;
    const maker = this.makerFor(job);
    return {
      log,
      context: () => contexts.ofBody(body, { signal }),
      values: new AttemptValues(body.neverStored ?? [], () => unstored.fetch({ jobId, attempt, accountId }, signal)),
      storeEvent: async (type, data) => {
        const seq = await appendEvent(database.em.fork(), { jobId: job.id, attempt: job.attempt, type, data });
        if (seq !== null) signals.changed(job.id, false);
        return seq !== null;
      },
      openArtefact: (options, until) => maker.open(options, until),
      discardOpenArtefacts: () => maker.discardOpen(),
      borrowSolver: (id, until, budget) => compute.borrow(id, until, budget),
    };
  }

  private async settle(job: MovedJob, plan: AttemptPlan | null, outcome: Outcome): Promise<void> {
    const { progress } = outcome;
    const base = { retentionDays: this.config.limits.resultDays, ...(progress === undefined ? {} : { progress }) };
    if (outcome.kind === 'aborted') {
      if (outcome.why === 'cancelled') await this.move(job, 'cancel', base);
      else if (outcome.why === 'deadline') await this.move(job, 'expire', base);
      // Fenced or shutting down: the job is another's, or the next one's.
      return;
    }
    if (outcome.kind === 'solved' && plan !== null) {
      const kept = await keepResult(outcome.result, plan, this.makerFor(job));
      if (kept.kind === 'kept') {
        const summary = this.summaryOf(job, plan, kept.answer, outcome.request);
        if (await this.move(job, 'succeed', { ...base, result: kept.result, summary, endRows: outcome.endRows }))
          return;
        // Asked to stop before the result was stored; if not that, the attempt is dead and this does nothing either.
        await this.move(job, 'cancel', base);
        return;
      }
      this.log.error(
        { job: job.id, mode: job.mode, err: kept.error },
        'a mode answered what its result schema refuses',
      );
      await this.move(job, 'fail', { ...base, error: jobError('internal') });
      return;
    }
    const thrown = outcome.kind === 'failed' ? outcome.thrown : undefined;
    if (isDatabaseGone(thrown)) {
      // Not the mode's failure, and what it asked for last may have happened: its lease runs out and the next attempt begins.
      this.log.warn({ job: job.id, err: thrown }, 'an attempt is given up: the database was away');
      return;
    }
    const { error, defect } = failureOf(thrown, this.registry.problems);
    if (defect) this.log.error({ job: job.id, mode: job.mode, err: thrown }, 'a mode failed');
    await this.move(job, 'fail', { ...base, error });
  }

  /** The answer in short. A mode that cannot say it has a defect; its answer stands all the same. */
  private summaryOf(job: MovedJob, plan: AttemptPlan, answer: unknown, request: unknown): AnswerSummary | null {
    try {
      return summarise(plan.body, answer, request);
    } catch (error) {
      this.log.error({ job: job.id, mode: job.mode, err: error }, 'a mode could not say its answer in short');
      return null;
    }
  }

  /** Tries a few times: the work is done, and a database that blinks should not cost it. */
  private async move(job: MovedJob, transition: TransitionName, ending: Ending): Promise<boolean> {
    const eventData = ending.error === undefined ? {} : { eventData: { error: ending.error } };
    for (let tries = 1; ; tries += 1) {
      try {
        return (
          (await this.lifecycle.move({ id: job.id, attempt: job.attempt, transition, ending, ...eventData })) !== null
        );
      } catch (error) {
        if (tries >= SETTLE_TRIES) throw error;
        await new Promise((next) => setTimeout(next, 100 * 3 ** tries));
      }
    }
  }
}
