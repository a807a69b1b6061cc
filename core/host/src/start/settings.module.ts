import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Clock, type Logger, Services } from '@ostiary/plugin-api';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { TRACING, type Tracing } from '../tracing/tracing.js';
import { ANSWER_CHECK, type AnswerCheck } from '../http/answer-check.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { SECRETS, type Secrets } from '../config/secrets.js';

export interface Settings {
  readonly config: HostConfig;
  readonly deployment: Deployment;
  readonly secrets: Secrets;
  readonly registry: PluginRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly answerCheck: AnswerCheck;
}

/** What was settled before Nest started, for everyone to inject. */
@Global()
@Module({})
export class SettingsModule {
  static register(settings: Settings, tracing: Tracing): DynamicModule {
    const providers = [
      { provide: HOST_CONFIG, useValue: settings.config },
      { provide: DEPLOYMENT, useValue: settings.deployment },
      { provide: SECRETS, useValue: settings.secrets },
      { provide: PLUGIN_REGISTRY, useValue: settings.registry },
      { provide: Services.clock, useValue: settings.clock },
      { provide: Services.log, useValue: settings.log },
      { provide: TRACING, useValue: tracing },
      { provide: ANSWER_CHECK, useValue: settings.answerCheck },
    ];
    return { module: SettingsModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
