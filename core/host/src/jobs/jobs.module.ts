import { Global, Module } from '@nestjs/common';
import { Services } from '@ostiary/plugin-api';
import { ArtefactsModule } from '../artefacts/artefacts.module.js';
import { ComputeModule } from '../compute/compute.module.js';
import { StoredChoreLeases } from '../schedule/chore-leases.js';
import { ChoreRunner } from '../schedule/chore-runner.js';
import { DeadRows } from '../schedule/dead-rows.js';
import { PluginChores } from '../schedule/plugin-chores.js';
import { Canceller } from './canceller.js';
import { EventsController } from './http/events.controller.js';
import { JobArtefactsController } from './http/job-artefacts.controller.js';
import { SolveReader } from './http/solve-reader.js';
import { SolvesController } from './http/solves.controller.js';
import { SubmitController } from './http/submit.controller.js';
import { JobChores } from './job-chores.js';
import { JobInputs } from './inputs.js';
import { JobLists } from './job-lists.js';
import { JobsService } from './jobs.service.js';
import { JobsRuntime } from './jobs-runtime.js';
import { JobLifecycle } from './lifecycle.js';
import { Notifications } from './notifications.js';
import { UnstoredModule } from '../unstored/unstored.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { Admission } from './runtime/admission.js';
import { AtOnce } from './runtime/at-once.js';
import { Dispatcher } from './runtime/dispatcher.js';
import { AttemptToolbox } from './runtime/attempt-tools.js';
import { PartFiles } from './runtime/parts/part-files.js';
import { Runner } from './runtime/runner.js';
import { Settler } from './runtime/settler.js';
import { Sweeper } from './runtime/sweeper.js';
import { UnstoredKeeper } from './runtime/unstored-keeper.js';
import { JobSignals } from './signals.js';
import { Acceptance } from './submit/acceptance.js';
import { Submitter } from './submit/submitter.js';

/** Jobs: submit, read, cancel, events; what hands them over, runs them, and puts right what got lost. Plugins inject `Services.jobs`. */
@Global()
@Module({
  imports: [ComputeModule, ArtefactsModule, UploadsModule, UnstoredModule],
  controllers: [SubmitController, SolvesController, EventsController, JobArtefactsController],
  providers: [
    Acceptance,
    Submitter,
    JobsService,
    { provide: Services.jobs, useExisting: JobsService },
    SolveReader,
    JobLists,
    JobInputs,
    Canceller,
    JobLifecycle,
    JobSignals,
    Notifications,
    Admission,
    Dispatcher,
    AttemptToolbox,
    PartFiles,
    Settler,
    Runner,
    AtOnce,
    Sweeper,
    UnstoredKeeper,
    JobChores,
    DeadRows,
    PluginChores,
    StoredChoreLeases,
    ChoreRunner,
    JobsRuntime,
  ],
  exports: [SolveReader, Services.jobs],
})
export class JobsModule {}
