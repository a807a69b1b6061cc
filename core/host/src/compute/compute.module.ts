import { Module } from '@nestjs/common';
import { Services, type Logger } from '@ostiary/plugin-api';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { ComputeService } from './compute.service.js';

/** Jobs that may wait for a solver for each one that runs: a job may ask for a second session. */
const WAITING_PER_WORKER = 4;

/** Warm solver processes. Started by what runs jobs; a process that runs none starts none. */
@Module({
  providers: [
    {
      provide: ComputeService,
      inject: [PLUGIN_REGISTRY, HOST_CONFIG, DEPLOYMENT, Services.log],
      useFactory: (registry: PluginRegistry, config: HostConfig, deployment: Deployment, log: Logger) =>
        new ComputeService(registry.solvers, {
          maxProcesses: config.workers,
          maxWaiting: WAITING_PER_WORKER * config.workers,
          capsMb: [...deployment.profiles.values()].map((profile) => profile.memory_mb),
          onDeath: (death) => log.warn(death, 'a solver process died'),
          onFault: (error) => log.error({ err: error }, 'the memory of solver processes cannot be measured here'),
        }),
    },
  ],
  exports: [ComputeService],
})
export class ComputeModule {}
