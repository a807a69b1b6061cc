import { Inject, Injectable } from '@nestjs/common';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { PluginContexts } from '../plugins/plugin-contexts.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import type { Chore } from './chore-run.js';

/** The chores of all plugins. */
@Injectable()
export class PluginChores {
  constructor(
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(PluginContexts) private readonly contexts: PluginContexts,
    @Inject(DEPLOYMENT) private readonly deployment: Pick<Deployment, 'kind'>,
  ) {}

  /** Returns the chores, each with the context of its plugin. */
  chores(): readonly Chore[] {
    return this.registry.plugins.flatMap((plugin) =>
      (plugin.definition.chores ?? []).map((chore) => ({
        name: `${plugin.id}/${chore.name}`,
        everyMs: chore.everyMs,
        // A router is alone: it shares no database with others, by which they would know of each other.
        on: this.deployment.kind === 'router' ? 'each' : chore.on,
        run: (signal: AbortSignal) => chore.run(this.contexts.of(plugin, { signal })),
      })),
    );
  }
}
