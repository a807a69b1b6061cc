import { Inject, Injectable, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { UnstoredService } from './unstored.service.js';

/** The values of this process that are never stored, from its start to its stop. */
@Injectable()
export class Unstored extends UnstoredService implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(HOST_CONFIG) config: HostConfig,
    @Inject(SECRETS) secrets: Secrets,
    @Inject(PLUGIN_REGISTRY) registry: PluginRegistry,
    @Inject(Services.log) log: Logger,
  ) {
    const needed = registry.modes.some((mode) =>
      [mode, ...registry.variantsOf(mode.name)].some(({ neverStored = [] }) => neverStored.length > 0),
    );
    super({
      secret: secrets.signing.reveal(),
      redis: needed && config.redisUrl !== null ? { url: config.redisUrl, prefix: config.redisPrefix } : null,
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  onApplicationShutdown(): void {
    this.close();
  }
}

/** Values of requests that are never stored. */
@Module({ providers: [Unstored], exports: [Unstored] })
export class UnstoredModule {}
