import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { faceToken, Services } from '@ostiary/plugin-api';
import type { AdmittedPlugin } from './registry.js';
import { servedControllers } from './served-controllers.js';

/**
 * One Nest module for each plugin, in the order given (a plugin after those it requires). A module exports only the
 * plugin's faces and imports only the modules of the plugins it requires: nothing else of it can be injected elsewhere.
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
  const faces = definition.faces ?? [];
  return {
    module: named(id),
    imports: Object.keys(definition.requires ?? {}).flatMap((required) => others.get(required) ?? []),
    controllers: [...servedControllers(definition)],
    providers: [
      ...((definition.providers ?? []) as Provider[]),
      { provide: Services.config, useValue: config },
      ...faces.map(({ face, implementation }) => ({ provide: faceToken(face), useExisting: implementation as Type })),
    ],
    exports: faces.map(({ face }) => faceToken(face)),
  };
}

/** Nest tells modules apart by class, so each plugin has one of its own, named after it for Nest's messages. */
function named(id: string): Type {
  const module = class {};
  Object.defineProperty(module, 'name', { value: `Plugin(${id})` });
  return module;
}
