import { type DynamicModule, Module } from '@nestjs/common';
import { type Settings, ConfigModule } from './config/config.module.js';
import { HOST_MODULES, hostControllers } from './host.modules.js';
import { HttpModule } from './http/http.module.js';
import { RouteTable, routesOf } from './http/route-table.js';
import { pluginModules } from './assemble/plugin-module.js';
import { servedControllers } from './assemble/served-controllers.js';
import type { Database } from './storage/database.js';
import { StorageModule } from './storage/storage.module.js';

/** The whole process: what was settled before, the host's modules, and one module for each plugin. */
@Module({})
export class HostModule {
  /** @throws UndeclaredRoute */
  static register(settings: Settings, database: Database): DynamicModule {
    const controllers = [
      ...hostControllers(),
      ...settings.registry.plugins.flatMap(({ definition }) => servedControllers(definition)),
    ];
    return {
      module: HostModule,
      imports: [
        ConfigModule.register(settings),
        StorageModule.register(database),
        HttpModule.register(new RouteTable(routesOf(controllers))),
        ...HOST_MODULES,
        ...pluginModules(settings.registry.plugins),
      ],
    };
  }
}
