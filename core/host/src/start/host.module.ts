import { type DynamicModule, Module } from '@nestjs/common';
import { type Settings, SettingsModule } from './settings.module.js';
import { HOST_MODULES, hostControllers } from './host.modules.js';
import { describeRoutes } from '../contract/nest/describe.js';
import { HttpModule } from '../http/http.module.js';
import { JobQueueModule } from '../jobs/queue/job-queue.module.js';
import { RouteTable } from '../http/route-table.js';
import { allRoutes } from '../plugin-loading/assemble.js';
import { pluginModules } from '../plugin-loading/plugin-module.js';
import type { Tracing } from '../tracing/tracing.js';
import type { Database } from '../storage/database.js';
import { StorageModule } from '../storage/storage.module.js';

/** The whole process: what was settled before, the host's modules, and one module for each plugin; every operation described as Nest's tools read it. */
@Module({})
export class HostModule {
  /** @throws UndeclaredRoute */
  static register(settings: Settings, database: Database, tracing: Tracing): DynamicModule {
    const routes = allRoutes(settings.registry, hostControllers());
    describeRoutes(routes);
    return {
      module: HostModule,
      imports: [
        SettingsModule.register(settings, tracing),
        StorageModule.register(database),
        JobQueueModule.register(settings.config),
        HttpModule.register(new RouteTable(routes)),
        ...HOST_MODULES,
        ...pluginModules(settings.registry.plugins, settings.log),
      ],
    };
  }
}
