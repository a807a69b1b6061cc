import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Services, type Logger } from '@ostiary/plugin-api';
import { ArtefactRetention } from '../artefacts/artefact-retention.js';
import { ComputeService } from '../compute/compute.service.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { FileRetention } from '../files/retention.js';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { ChoreRunner } from '../schedule/chore-runner.js';
import { DeadRows } from '../schedule/dead-rows.js';
import { PluginChores } from '../schedule/plugin-chores.js';
import { JOB_QUEUE, type JobQueue } from './queue/job-queue.js';
import { UploadHousekeeping } from '../uploads/housekeeping.js';
import { JobChores } from './job-chores.js';
import { Notifications } from './notifications.js';
import type { Delivery } from './store/dispatch.js';
import { Admission } from './runtime/admission.js';
import { Dispatcher } from './runtime/dispatcher.js';
import { Runner } from './runtime/runner.js';
import { Sweeper } from './runtime/sweeper.js';

const TICK_MS = 1_000;

/** Starts and stops what works on jobs in the background of this process. */
@Injectable()
export class JobsRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private ticking: Promise<void> | undefined;
  private sweeping: Promise<void> | undefined;
  private stopped = false;

  constructor(
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(Dispatcher) private readonly dispatcher: Dispatcher,
    @Inject(Sweeper) private readonly sweeper: Sweeper,
    @Inject(Runner) private readonly runner: Runner,
    @Inject(ComputeService) private readonly compute: ComputeService,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(Notifications) private readonly notifications: Notifications,
    @Inject(ChoreRunner) private readonly chores: ChoreRunner,
    @Inject(JobChores) private readonly jobs: JobChores,
    @Inject(ArtefactRetention) private readonly artefacts: ArtefactRetention,
    @Inject(PluginChores) private readonly plugins: PluginChores,
    @Inject(UploadHousekeeping) private readonly uploads: UploadHousekeeping,
    @Inject(FileRetention) private readonly files: FileRetention,
    @Inject(DeadRows) private readonly deadRows: DeadRows,
    @Inject(DEPLOYMENT) private readonly deployment: Pick<Deployment, 'kind'>,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    // A process for one command: others work on jobs, or will.
    if (this.config.roles.length === 0) return;
    if (this.deployment.kind === 'router') {
      // It has no jobs, and nothing of its own to tidy up.
      this.chores.start(this.plugins.chores());
      return;
    }
    // Alone on its database, this process knows that whoever ran jobs before it is dead.
    if (this.config.databaseUrl === null) await this.sweeper.takeLost(0);
    else await this.notifications.start();
    if (this.config.roles.includes('worker')) {
      this.compute.start();
      await this.queue.start((delivery) => this.handle(delivery));
      // What the process before had handed over to itself and not begun.
      if (this.config.databaseUrl === null) await this.dispatcher.redeliver(0);
    }
    this.dispatcher.schedule();
    this.tick();
    const { jobs, artefacts, uploads, files, deadRows, plugins } = this;
    this.chores.start([jobs, artefacts, uploads, files, deadRows, plugins].flatMap((area) => area.chores()));
  }

  /** Takes no new jobs and begins no delivered ones; what runs may end, and its leases are renewed until then. */
  async beforeApplicationShutdown(): Promise<void> {
    this.admission.drain();
    await this.queue.pause().catch((error: unknown) => this.log.warn({ err: error }, 'the queue could not be paused'));
    const patienceMs = this.config.shutdownSeconds * 1_000;
    await Promise.all([this.runner.stop(patienceMs), this.chores.stop(patienceMs)]);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.ticking;
    await this.sweeping;
    await this.dispatcher.settled();
    await this.queue.close();
    await this.compute.close();
    this.notifications.close();
  }

  private async handle(delivery: Delivery): Promise<void> {
    await this.runner.handle(delivery);
    this.dispatcher.handled(delivery);
  }

  private tick(): void {
    this.timer = setTimeout(() => {
      this.ticking = this.work().finally(() => {
        if (!this.stopped) this.tick();
      });
    }, TICK_MS);
  }

  /**
   * INVARIANT: leases are renewed before lost ones are looked for (see lostAttempts), and a sweep that takes long
   * holds no renewal up.
   */
  private async work(): Promise<void> {
    try {
      await this.runner.renewLeases();
    } catch (error) {
      this.log.warn({ err: error }, 'leases could not be renewed');
      return;
    }
    this.sweeping ??= this.sweeper.tick().finally(() => {
      this.sweeping = undefined;
    });
  }
}
