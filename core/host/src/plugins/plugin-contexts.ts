import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import {
  type Clock,
  type ConfigReader,
  type Logger,
  type PluginContext,
  type Principal,
  type ServiceReference,
  Services,
  serviceToken,
} from '@ostiary/plugin-api';
import type { z } from 'zod';
import { type AdmittedPlugin, PLUGIN_REGISTRY, type PluginRegistry } from './registry.js';
import { Stopping } from './stopping.js';

/** What the work of a plugin is tied to. */
interface Occasion {
  /** The stop of the process when absent. */
  readonly signal?: AbortSignal;
  readonly principal?: Principal;
}

/** Makes the context for code of plugins that has no constructor to inject into. */
@Injectable()
export class PluginContexts {
  /** The Nest module of each plugin, by its id. */
  private readonly modules = new Map<string, ModuleRef>();

  constructor(
    @Inject(ModuleRef) private readonly host: ModuleRef,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.log) private readonly log: Logger,
    @Inject(Stopping) private readonly stopping: Stopping,
  ) {}

  /** Told by the module of each plugin when it is made. */
  noteModule(id: string, module: ModuleRef): void {
    this.modules.set(id, module);
  }

  /** Returns the context of a plugin that is admitted here. */
  of(plugin: AdmittedPlugin, { signal = this.stopping.signal, principal }: Occasion = {}): PluginContext {
    return {
      own: (provider) => this.ownOf(plugin, provider),
      service: (service) => this.serviceOf(plugin, service),
      optional: (service) => this.optionalOf(plugin, service),
      config: configReader(plugin),
      log: namingPlugin(this.log, plugin.id),
      clock: this.clock,
      signal,
      ...(principal && { principal }),
    };
  }

  /** Returns the context of the plugin that brings a mode or a variant. */
  ofBody(body: object, occasion: Occasion = {}): PluginContext {
    return this.of(this.registry.ownerOf(body), occasion);
  }

  private optionalOf<T>({ id, definition }: AdmittedPlugin, service: ServiceReference<T>): T | null {
    if (!(definition.consumesOptional ?? []).some(({ name }) => name === service.name))
      throw new Error(`plugin ${id} asks for the service ${service.name} and does not name it in "consumesOptional"`);
    const offered = this.registry.plugins.some(({ definition: other }) =>
      (other.provides ?? []).some((one) => one.service.name === service.name),
    );
    return offered ? this.host.get<T>(serviceToken(service), { strict: false }) : null;
  }

  private ownOf<T>({ id }: AdmittedPlugin, provider: abstract new (...args: never[]) => T): T {
    const module = this.modules.get(id);
    if (module === undefined) throw new Error(`the module of plugin ${id} is not there yet`);
    return module.get<T>(provider, { strict: true });
  }

  private serviceOf<T>({ id, definition }: AdmittedPlugin, service: ServiceReference<T>): T {
    const named = [...(definition.consumes ?? []), ...(definition.provides ?? []).map((one) => one.service)];
    if (!named.some(({ name }) => name === service.name))
      throw new Error(`plugin ${id} asks for the service ${service.name} and does not name it in "consumes"`);
    return this.host.get<T>(serviceToken(service), { strict: false });
  }
}

/** Returns a log whose records name the plugin. */
export function namingPlugin(log: Logger, plugin: string): Logger {
  return {
    info: (fields, message) => log.info({ plugin, ...fields }, message),
    warn: (fields, message) => log.warn({ plugin, ...fields }, message),
    error: (fields, message) => log.error({ plugin, ...fields }, message),
  };
}

function configReader({ id, definition, config }: AdmittedPlugin): ConfigReader {
  return (schema) => {
    if (schema !== (definition.config as unknown))
      throw new Error(`ctx.config takes the schema that plugin ${id} declares as its config, and no other`);
    return config as z.output<typeof schema>;
  };
}
