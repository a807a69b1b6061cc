import { Inject, Injectable } from '@nestjs/common';
import type { Principal, FactSource, Slot } from '@ostiary/plugin-api';
import { PluginContexts } from './plugin-contexts.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from './registry.js';

/** What plugins fill the host's slots with. */
@Injectable()
export class SlotTable {
  constructor(
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(PluginContexts) private readonly contexts: PluginContexts,
  ) {}

  /** Returns what fills a slot that one plugin may fill; null when none does. */
  one<T>(slot: Slot<T>): T | null {
    return this.all(slot)[0]?.filling ?? null;
  }

  /** Returns all that fill a slot, in the order in which plugins are loaded. */
  all<T>(slot: Slot<T>): readonly { readonly plugin: string; readonly filling: T }[] {
    return this.registry.plugins.flatMap((plugin) =>
      (plugin.definition.slots ?? [])
        .filter((one) => one.slot.name === slot.name)
        .map(({ implementation }) => ({
          plugin: plugin.id,
          filling: this.contexts.of(plugin).own(implementation) as T,
        })),
    );
  }

  /** Returns what plugins add to an answer, by plugin. */
  async facts(slot: Slot<FactSource>, principal: Principal | null): Promise<Record<string, Record<string, unknown>>> {
    const said = await Promise.all(
      this.all(slot).map(async ({ plugin, filling }) => [plugin, await filling.facts(principal)] as const),
    );
    return Object.fromEntries(said.flatMap(([plugin, facts]) => (facts === null ? [] : [[plugin, { ...facts }]])));
  }
}
