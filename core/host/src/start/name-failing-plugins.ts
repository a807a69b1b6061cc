import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PluginFailed } from '../plugins/plugin-failed.js';

/** What Nest calls on providers and controllers while an application starts. */
const HOOKS = ['onModuleInit', 'onApplicationBootstrap'] as const;

type Hooked = { [Hook in (typeof HOOKS)[number]]?: () => unknown };

/** Sees to it that what a plugin throws while the application is initialised says whose it is; Nest does not. */
export function nameFailingPlugins(app: NestExpressApplication): void {
  for (const { name, providers, controllers } of app.get(ModulesContainer).values()) {
    const [, plugin] = /^Plugin\((.+)\)$/.exec(name) ?? [];
    if (plugin === undefined) continue;
    for (const { instance } of [...providers.values(), ...controllers.values()])
      if (typeof instance === 'object' && instance !== null) nameFailures(plugin, instance);
  }
}

function nameFailures(plugin: string, instance: Hooked): void {
  for (const hook of HOOKS) {
    const own = instance[hook];
    if (typeof own !== 'function') continue;
    instance[hook] = async () => {
      try {
        await own.call(instance);
      } catch (error) {
        throw new PluginFailed(plugin, `${hook} of ${instance.constructor.name}`, error);
      }
    };
  }
}
