import { Module, type Provider } from '@nestjs/common';
import { Services, type Clock, type ServiceReference, type Logger } from '@ostiary/plugin-api';
import type { Redis } from 'ioredis';
import { ArtefactService } from '../artefacts/artefact.service.js';
import { ArtefactsModule } from '../artefacts/artefacts.module.js';
import { ArtefactRetention } from '../artefacts/retention.js';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { PluginServices } from '../plugins/plugin-services.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { ComputeModule } from '../compute/compute.module.js';
import { ComputeService } from '../compute/compute.service.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { REDIS } from '../redis/redis.js';
import { purgeStoredAnswers } from '../idempotency/purge.js';
import { Housekeeper } from '../schedule/housekeeper.js';
import { DATABASE, type Database } from '../storage/database.js';
import { BullJobQueue } from './queue/bull-job-queue.js';
import { JOB_QUEUE, type JobQueue } from './queue/job-queue.js';
import { InProcessJobQueue } from './queue/in-process-job-queue.js';
import { Canceller } from './canceller.js';
import { Cursors } from '../http/cursors.js';
import { EventsController } from './http/events.controller.js';
import { JobArtefactsController } from './http/job-artefacts.controller.js';
import { SolveReader } from './http/solve-reader.js';
import { SolvesController } from './http/solves.controller.js';
import { SharedStreamLimiter } from './http/shared-stream-limiter.js';
import { StreamLimiter } from './http/stream-limiter.js';
import { SubmitController } from './http/submit.controller.js';
import { JobLists } from './job-lists.js';
import { JobsRuntime } from './jobs-runtime.js';
import { JobLifecycle } from './lifecycle.js';
import { Notifications } from './notifications.js';
import { Unstored, UnstoredModule } from '../unstored/unstored.module.js';
import { Admission } from './runtime/admission.js';
import { Dispatcher } from './runtime/dispatcher.js';
import { Runner } from './runtime/runner.js';
import { Sweeper } from './runtime/sweeper.js';
import { UnstoredKeeper } from './runtime/unstored-keeper.js';
import { SignalsModule } from './signals.module.js';
import { JobSignals } from './signals.js';
import { purgeIdempotencyKeys, purgeJobs } from './store/purge.js';
import { Submitter } from './submitter.js';

/** A lease is renewed each second; not renewed for so long, its worker is taken for dead. */
const LEASE_MS = 4_000;
const PURGE_EVERY_MS = 60_000;
/** How often those who wait look by themselves: with other processes on the database a signal can be missed. */
const pollMs = (config: HostConfig): number => (config.databaseUrl === null ? 15_000 : 1_000);

/**
 * Jobs handed over ahead of their start: the next one for each worker, and through Redis a few that are on their way.
 * Redis hands on in the order of arrival, so whatever is more is a wait for the tenant who comes next.
 */
const ahead = (config: HostConfig): number => (config.redisUrl === null ? config.workers : config.workers + 2);

const queue: Provider = {
  provide: JOB_QUEUE,
  inject: [HOST_CONFIG, Services.log],
  useFactory: (config: HostConfig, log: Logger): JobQueue =>
    config.redisUrl === null
      ? new InProcessJobQueue()
      : new BullJobQueue({ redisUrl: config.redisUrl, prefix: config.redisPrefix, log }),
};

const reading: readonly Provider[] = [
  {
    provide: SolveReader,
    inject: [DATABASE, JobSignals, Services.clock, HOST_CONFIG],
    useFactory: (database: Database, signals: JobSignals, clock: Clock, config: HostConfig) =>
      new SolveReader(database, signals, clock, pollMs(config)),
  },
  { provide: Cursors, inject: [SECRETS], useFactory: (secrets: Secrets) => new Cursors(secrets.signing.reveal()) },
  {
    provide: JobLists,
    inject: [DATABASE, Cursors, Services.clock],
    useFactory: (database: Database, cursors: Cursors, clock: Clock) => new JobLists(database, cursors, clock),
  },
  {
    provide: StreamLimiter,
    inject: [HOST_CONFIG, REDIS],
    useFactory: ({ limits, redisPrefix }: HostConfig, redis: Redis | null) => {
      const slots = { perKey: limits.streamsPerKey, perJob: limits.streamsPerJob };
      return new StreamLimiter(slots, redis === null ? null : new SharedStreamLimiter(redis, redisPrefix, slots));
    },
  },
];

const changing: readonly Provider[] = [
  {
    provide: JobLifecycle,
    inject: [DATABASE, JobSignals],
    useFactory: (database: Database, signals: JobSignals) => new JobLifecycle(database, signals),
  },
  { provide: Admission, inject: [HOST_CONFIG], useFactory: ({ limits }: HostConfig) => new Admission(limits.backlog) },
  {
    provide: Submitter,
    inject: [
      DATABASE,
      PLUGIN_REGISTRY,
      DEPLOYMENT,
      HOST_CONFIG,
      SECRETS,
      Admission,
      Services.clock,
      ComputeService,
      Dispatcher,
      Runner,
      Unstored,
    ],
    useFactory: (
      database: Database,
      registry: PluginRegistry,
      deployment: Deployment,
      config: HostConfig,
      secrets: Secrets,
      admission: Admission,
      clock: Clock,
      compute: ComputeService,
      dispatcher: Dispatcher,
      { workerId }: Runner,
      unstored: Unstored,
    ) =>
      new Submitter({
        database,
        registry,
        deployment,
        config,
        secrets,
        admission,
        clock,
        dispatcher,
        workerId,
        compute,
        unstored,
      }),
  },
  {
    provide: Canceller,
    inject: [DATABASE, JobLifecycle, JobSignals, HOST_CONFIG],
    useFactory: (database: Database, lifecycle: JobLifecycle, signals: JobSignals, { limits }: HostConfig) =>
      new Canceller(database, lifecycle, signals, limits.resultDays),
  },
];

const background: readonly Provider[] = [
  queue,
  {
    provide: Dispatcher,
    inject: [DATABASE, JOB_QUEUE, HOST_CONFIG, Services.log],
    useFactory: (database: Database, queued: JobQueue, config: HostConfig, log: Logger) =>
      new Dispatcher(
        database,
        queued,
        {
          ahead: ahead(config),
          runningPerKey: config.limits.runningJobsPerKey,
          shared: config.databaseUrl !== null,
          // Without Redis a delivery reaches this process only: one that runs no jobs must leave them to those that do.
          delivers: config.redisUrl !== null || config.roles.includes('worker'),
        },
        log,
      ),
  },
  {
    provide: Runner,
    inject: [
      DATABASE,
      JobLifecycle,
      PLUGIN_REGISTRY,
      ComputeService,
      ArtefactService,
      JobSignals,
      PluginServices,
      Services.clock,
      Services.log,
      DEPLOYMENT,
      HOST_CONFIG,
      Unstored,
    ],
    useFactory: (
      database: Database,
      lifecycle: JobLifecycle,
      registry: PluginRegistry,
      compute: ComputeService,
      { blobs }: ArtefactService,
      signals: JobSignals,
      services: PluginServices,
      clock: Clock,
      log: Logger,
      deployment: Deployment,
      config: HostConfig,
      unstored: Unstored,
    ) =>
      new Runner({
        database,
        lifecycle,
        registry,
        compute,
        blobs,
        signals,
        unstored,
        clock,
        log,
        service: <T>(service: ServiceReference<T>): T => services.get(service),
        profile: (name) => deployment.profiles.get(name ?? deployment.defaultProfile),
        retentionDays: config.limits.resultDays,
        artefactDays: config.limits.artefactDays,
      }),
  },
  {
    provide: Sweeper,
    inject: [DATABASE, JobLifecycle, Dispatcher, Admission, UnstoredKeeper, HOST_CONFIG, Services.log],
    useFactory: (
      database: Database,
      lifecycle: JobLifecycle,
      dispatcher: Dispatcher,
      admission: Admission,
      unstored: UnstoredKeeper,
      { limits }: HostConfig,
      log: Logger,
    ) =>
      new Sweeper(
        database,
        lifecycle,
        dispatcher,
        admission,
        unstored,
        { retentionDays: limits.resultDays, staleMs: LEASE_MS },
        log,
      ),
  },
  {
    provide: Housekeeper,
    inject: [DATABASE, ArtefactRetention, Services.log],
    useFactory: (database: Database, artefacts: ArtefactRetention, log: Logger) =>
      new Housekeeper(
        [
          { name: 'ended jobs', everyMs: PURGE_EVERY_MS, run: () => purgeJobs(database.em.fork()) },
          { name: 'stored answers', everyMs: PURGE_EVERY_MS, run: () => purgeStoredAnswers(database.em.fork()) },
          { name: 'idempotency keys', everyMs: PURGE_EVERY_MS, run: () => purgeIdempotencyKeys(database.em.fork()) },
          ...artefacts.chores(),
        ],
        log,
      ),
  },
  {
    provide: Notifications,
    inject: [DATABASE, JobSignals, Services.log],
    useFactory: (database: Database, signals: JobSignals, log: Logger) => new Notifications(database, signals, log),
  },
  UnstoredKeeper,
  JobsRuntime,
];

/** Jobs: submit, read, cancel, events; their queue, dispatcher, sweeper and runner. */
@Module({
  imports: [ComputeModule, ArtefactsModule, SignalsModule, UnstoredModule],
  controllers: [SubmitController, SolvesController, EventsController, JobArtefactsController],
  providers: [...reading, ...changing, ...background],
  exports: [SolveReader],
})
export class JobsModule {}
