import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { ComputeService } from '../compute/compute.service.js';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { PluginContexts } from '../plugins/plugin-contexts.js';
import { type AdmittedPlugin, PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { type Database, DATABASE } from '../storage/database.js';
import { WriteProbe } from '../storage/write-probe.js';

export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

interface Check {
  readonly name: string;
  check(): Promise<boolean>;
}

/** A check that takes longer than this has failed. */
const PATIENCE_MS = 2_000;

/** Whether this process can serve: asked by `/health/ready`, and closed first when the process stops. */
@Injectable()
export class Readiness {
  private opened = false;
  private readonly checks: readonly Check[];

  constructor(
    @Inject(PLUGIN_REGISTRY) registry: PluginRegistry,
    @Inject(DATABASE) database: Database,
    @Inject(DEPLOYMENT) { kind }: Pick<Deployment, 'kind'>,
    @Inject(PluginContexts) contexts: PluginContexts,
    @Inject(ComputeService) compute: ComputeService,
    @Inject(HOST_CONFIG) config: Pick<HostConfig, 'dataDirectory'>,
    @Inject(Services.log) private readonly log: Logger,
  ) {
    const own: Check = {
      name: 'database',
      check: async () => (await database.asHost().execute('select 1')).length === 1,
    };
    const caps: Check = { name: 'solver_memory', check: () => Promise.resolve(compute.holdsCaps) };
    const probe = new WriteProbe(config.dataDirectory);
    const storage: Check = { name: 'storage', check: () => probe.succeeds() };
    this.checks = [
      ...(kind === 'router' ? [] : [own, storage]),
      caps,
      ...registry.plugins.flatMap((plugin) => checksOf(plugin, contexts)),
    ];
  }

  open(): void {
    this.opened = true;
  }

  close(): void {
    this.opened = false;
  }

  async check(): Promise<ReadinessReport> {
    const results = await Promise.all(
      this.checks.map(async (check) => [check.name, await this.passes(check)] as const),
    );
    return {
      ready: this.opened && results.every(([, passed]) => passed),
      checks: Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failed'])),
    };
  }

  private async passes(check: Check): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE_MS);
    });
    try {
      return await Promise.race([check.check(), late]);
    } catch (error) {
      this.log.warn({ err: error, check: check.name }, 'a health check failed');
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}

function checksOf(plugin: AdmittedPlugin, contexts: PluginContexts): readonly Check[] {
  return (plugin.definition.health ?? []).map((declared) => ({
    name: declared.name,
    check: () => declared.check(contexts.of(plugin)),
  }));
}
