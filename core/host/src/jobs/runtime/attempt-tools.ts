import { Inject, Injectable } from '@nestjs/common';
import { type Logger, type PartDefinition, Services } from '@ostiary/plugin-api';
import { ArtefactService } from '../../artefacts/artefact.service.js';
import { ARTEFACT_SIGNER, type ArtefactSigner } from '../../artefacts/signer.js';
import { ComputeService } from '../../compute/compute.service.js';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { PluginContexts } from '../../plugins/plugin-contexts.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { type Database, DATABASE } from '../../storage/database.js';
import { Unstored } from '../../unstored/unstored.module.js';
import type { StoredProgress } from '../entities/job.js';
import { JobInputs } from '../inputs.js';
import { JobSignals } from '../signals.js';
import { appendEvent } from '../store/events.js';
import type { MovedJob } from '../store/move.js';
import { appendPartEvent, storePartProgress } from '../store/parts.js';
import { ArtefactMaker } from './artefact-maker.js';
import type { AttemptPlan, AttemptPorts } from './attempt.js';
import { AttemptValues } from './attempt-values.js';
import { Dispatcher } from './dispatcher.js';
import { keepPartResult, keepResult, type Kept } from './keep-result.js';
import type { SolvePart } from './plan.js';
import { PartFiles } from './parts/part-files.js';
import { PartsOfJob } from './parts/parts-of-job.js';
import { OpenPartFiles, runPart } from './parts/run-part.js';

interface PlaceInWhole {
  readonly wholeId: string;
  readonly part: number;
}

/** What an attempt at a job, or at a part of one, works with. */
interface AttemptTools {
  readonly ports: AttemptPorts;
  readonly solvePart: SolvePart;
  readonly keep: (answer: unknown, plan: AttemptPlan) => Promise<Kept>;
  /** Removes the files of the job's parts, once it is over. */
  readonly forgetParts: () => Promise<void>;
}

/** Gives attempts what they work with. */
@Injectable()
export class AttemptToolbox {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(PluginContexts) private readonly contexts: PluginContexts,
    @Inject(ComputeService) private readonly compute: ComputeService,
    @Inject(ArtefactService) private readonly artefacts: ArtefactService,
    @Inject(ARTEFACT_SIGNER) private readonly signer: ArtefactSigner,
    @Inject(PartFiles) private readonly partFiles: PartFiles,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(Unstored) private readonly unstored: Unstored,
    @Inject(JobInputs) private readonly inputs: JobInputs,
    @Inject(Dispatcher) private readonly dispatcher: Dispatcher,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  /**
   * Returns the tools of one attempt at a job, or at a part of one.
   * @param signal aborts with the attempt
   * @param leaveSlot gives the slot of the worker back, once the job only waits for its parts
   */
  tools(job: MovedJob, signal: AbortSignal, leaveSlot: () => void): AttemptTools {
    const { attempt, accountId } = job;
    const jobId = job.parentId ?? job.id;
    const values = new AttemptValues(this.registry.bodyOf(job.mode, job.variant)?.neverStored ?? [], () =>
      this.unstored.fetch({ jobId, attempt, accountId }, signal),
    );
    return job.parentId === null || job.part === null
      ? this.ofWhole(job, values, signal, leaveSlot)
      : this.ofPart(job, values, signal, { wholeId: job.parentId, part: job.part });
  }

  private ofWhole(job: MovedJob, values: AttemptValues, signal: AbortSignal, leaveSlot: () => void): AttemptTools {
    const { artefacts, config, database, dispatcher, log, partFiles, registry, signals } = this;
    const { id: jobId, accountId, attempt } = job;
    const grant = registry.mode(job.mode)?.grant ?? job.mode;
    const maker = new ArtefactMaker(database, artefacts.blobs, this.signer, signals, {
      jobId,
      accountId,
      attempt,
      grant,
      retentionDays: config.limits.artefactDays,
    });
    return {
      ports: {
        ...this.commonPorts(job, signal),
        values,
        storeEvent: async (type, data) => {
          const seq = await appendEvent(database.forAccount(accountId), { jobId, attempt, type, data });
          if (seq !== null) signals.changed(jobId, false);
          return seq !== null;
        },
        openArtefact: (options, until) => maker.open(options, until),
        discardOpenFiles: () => maker.discardOpen(),
        partsOf: (control, progress) =>
          new PartsOfJob(
            {
              database,
              signals,
              files: partFiles,
              leaveSlot,
              queued: () => dispatcher.queued(job.keyId),
              progress,
            },
            job,
            control,
          ),
      },
      solvePart: () => Promise.reject(new Error('the job is no part')),
      keep: (answer, plan) => keepResult(answer, plan, maker),
      forgetParts: () =>
        partFiles
          .remove(jobId)
          .catch((error: unknown) => log.warn({ err: error, job: jobId }, 'files of parts are left to the next sweep')),
    };
  }

  private ofPart(
    job: MovedJob,
    values: AttemptValues,
    signal: AbortSignal,
    { wholeId, part }: PlaceInWhole,
  ): AttemptTools {
    const { database, partFiles, registry, signals } = this;
    const { id, attempt, accountId, startedAt, deadlineAt } = job;
    const self = {
      wholeId,
      accountId,
      part,
      attempt,
      request: job.request ?? '',
      startedAt: startedAt ?? job.createdAt,
      deadlineAt,
    };
    const open = new OpenPartFiles(partFiles, self, values);
    const definition = (): PartDefinition => {
      const declared = registry.bodyOf(job.mode, job.variant)?.part;
      if (declared === undefined) throw new Error(`mode ${job.mode} declares no part`);
      return declared;
    };
    return {
      ports: {
        ...this.commonPorts(job, signal),
        values,
        storeEvent: async (type, data) => {
          const em = database.forAccount(job.accountId);
          const stored =
            type === 'job.progress'
              ? await storePartProgress(em, { id, attempt, ...(data as { readonly progress: StoredProgress }) })
              : await appendPartEvent(em, { id, attempt, type, data });
          if (stored) signals.changed(wholeId, false);
          return stored;
        },
        openArtefact: () => Promise.reject(new Error('a part makes no artefacts')),
        discardOpenFiles: () => open.discard(),
        partsOf: () => {
          throw new Error('a part has no parts');
        },
      },
      solvePart: (world, limitMs) => runPart(self, definition(), world, { database, files: partFiles, open, limitMs }),
      keep: (answer, { result }) => keepPartResult(answer, result, partFiles, { wholeId, part, attempt }),
      forgetParts: () => Promise.resolve(),
    };
  }

  private commonPorts(
    job: MovedJob,
    signal: AbortSignal,
  ): Pick<AttemptPorts, 'log' | 'context' | 'borrowSolver' | 'input'> {
    const { compute, contexts, inputs, log, registry } = this;
    const body = registry.bodyOf(job.mode, job.variant);
    return {
      log,
      context: () => {
        if (body === undefined) throw new Error(`mode ${job.mode} is not loaded here`);
        return contexts.ofBody(body, { signal });
      },
      borrowSolver: (id, until, budget) => compute.borrow(id, until, budget),
      input: (reference) => inputs.open(job.accountId, reference),
    };
  }
}
