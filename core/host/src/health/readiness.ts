import { Inject, Injectable } from '@nestjs/common';
import { type HealthCheck, type Logger, Services } from '@ostiary/plugin-api';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { type Database, DATABASE } from '../storage/database.js';

export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

/** A check that takes longer has failed. */
const PATIENCE_MS = 2_000;

/** Whether this process can serve: asked by `/health/ready`, and closed first when the process stops. */
@Injectable()
export class Readiness {
  #open = false;
  readonly #checks: readonly HealthCheck[];

  constructor(
    @Inject(PLUGIN_REGISTRY) registry: PluginRegistry,
    @Inject(DATABASE) database: Database,
    @Inject(Services.log) private readonly log: Logger,
  ) {
    const own: HealthCheck = {
      name: 'database',
      check: async () => (await database.em.fork().execute('select 1')).length === 1,
    };
    this.#checks = [own, ...registry.plugins.flatMap(({ definition }) => definition.health ?? [])];
  }

  open(): void {
    this.#open = true;
  }

  close(): void {
    this.#open = false;
  }

  async check(): Promise<ReadinessReport> {
    const results = await Promise.all(
      this.#checks.map(async (check) => [check.name, await this.#passes(check)] as const),
    );
    return {
      ready: this.#open && results.every(([, passed]) => passed),
      checks: Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failed'])),
    };
  }

  async #passes(check: HealthCheck): Promise<boolean> {
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
