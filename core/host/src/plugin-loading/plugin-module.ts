import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { type Logger, serviceToken, Services } from '@ostiary/plugin-api';
import { destinationsIn, GuardedEgress } from '../egress/egress.js';
import { systemResolver } from '../egress/resolve.js';
import type { AdmittedPlugin } from '../plugins/registry.js';
import { servedControllers } from '../plugins/served-controllers.js';

/**
 * One Nest module for each plugin, in the order given (a plugin after those it requires). A module exports only the
 * plugin's services and imports only the modules of the plugins it requires: nothing else of it can be injected elsewhere.
 */
export function pluginModules(plugins: readonly AdmittedPlugin[]): readonly DynamicModule[] {
  const modules = new Map<string, DynamicModule>();
  for (const plugin of plugins) modules.set(plugin.id, moduleOf(plugin, modules));
  return [...modules.values()];
}

function moduleOf(
  { id, definition, config }: AdmittedPlugin,
  others: ReadonlyMap<string, DynamicModule>,
): DynamicModule {
  const provides = definition.provides ?? [];
  return {
    module: named(id),
    imports: Object.keys(definition.requires ?? {}).flatMap((required) => others.get(required) ?? []),
    controllers: [...servedControllers(definition)],
    providers: [
      ...((definition.providers ?? []) as Provider[]),
      { provide: Services.config, useValue: config },
      {
        provide: Services.egress,
        inject: [Services.log],
        useFactory: (log: Logger) =>
          new GuardedEgress({ plugin: id, destinations: destinationsIn(config), resolve: systemResolver, log }),
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
