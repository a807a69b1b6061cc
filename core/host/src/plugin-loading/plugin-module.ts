import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type Logger, serviceToken, Services } from '@ostiary/plugin-api';
import { ComputeModule } from '../compute/compute.module.js';
import { ComputeService } from '../compute/compute.service.js';
import { PluginCompute } from '../compute/plugin-compute.js';
import { destinationsIn, GuardedEgress } from '../egress/egress.js';
import { systemResolver } from '../egress/resolve.js';
import { needsOf } from './checks/requires.js';
import { hostServices } from './host-services.js';
import { namingPlugin, PluginContexts } from '../plugins/plugin-contexts.js';
import type { AdmittedPlugin } from '../plugins/registry.js';

/** Token of a provider that tells the plugin's contexts where its own providers are. */
const NOTED = Symbol('ostiary.module_noted');

/**
 * One Nest module for each plugin, in the order given (a plugin after those it requires). A module exports only the
 * plugin's services and imports only the modules of the plugins it requires: nothing else of it can be injected elsewhere.
 */
export function pluginModules(plugins: readonly AdmittedPlugin[], log: Logger): readonly DynamicModule[] {
  const modules = new Map<string, DynamicModule>();
  for (const plugin of plugins) modules.set(plugin.id, moduleOf(plugin, modules, namingPlugin(log, plugin.id)));
  return [...modules.values()];
}

function moduleOf(
  { id, definition, controllers: mounted, config }: AdmittedPlugin,
  others: ReadonlyMap<string, DynamicModule>,
  log: Logger,
): DynamicModule {
  const provides = definition.provides ?? [];
  return {
    module: named(id),
    imports: [ComputeModule, ...needsOf(definition).flatMap((needed) => others.get(needed) ?? [])],
    controllers: [...mounted],
    providers: [
      ...((definition.providers ?? []) as Provider[]),
      { provide: Services.config, useValue: config },
      ...hostServices(id),
      {
        provide: Services.egress,
        useFactory: () =>
          new GuardedEgress({ plugin: id, destinations: destinationsIn(config), resolve: systemResolver, log }),
      },
      { provide: Services.log, useValue: log },
      {
        provide: Services.compute,
        inject: [ComputeService],
        useFactory: (compute: ComputeService) =>
          new PluginCompute({ id, solvers: (definition.solvers ?? []).map((solver) => solver.id) }, compute),
      },
      {
        provide: NOTED,
        inject: [ModuleRef, PluginContexts],
        useFactory: (module: ModuleRef, contexts: PluginContexts) => contexts.noteModule(id, module),
      },
      ...provides.map(({ service, implementation }) => ({
        provide: serviceToken(service),
        useExisting: implementation as Type,
      })),
    ],
    exports: provides.map(({ service }) => serviceToken(service)),
  };
}

/** Nest tells modules apart by class, so each plugin has one of its own, named after it for Nest's messages. */
function named(id: string): Type {
  const module = class {};
  Object.defineProperty(module, 'name', { value: `Plugin(${id})` });
  return module;
}
