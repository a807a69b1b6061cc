import type { Provider } from '@nestjs/common';
import { type EventStreams, type PageLists, type Rates, Services } from '@ostiary/plugin-api';
import type { Redis } from 'ioredis';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { PluginFiles } from '../files/plugin-files.js';
import { BaseUrl } from '../http/base-url.js';
import { Lists } from '../http/lists.js';
import { EventStreamSender } from '../http/streams/event-streams.js';
import { metricsOf, MetricsRegistry } from '../observe/metrics.js';
import { tracerOf } from '../tracing/plugin-tracer.js';
import { TRACING, type Tracing } from '../tracing/tracing.js';
import { PluginRates } from '../rates/plugin-rates.js';
import { REDIS } from '../redis/redis.js';

/** Returns the services of the host that keep the names of one plugin apart from those of the others. */
export function hostServices(plugin: string): readonly Provider[] {
  return [
    {
      provide: Services.metrics,
      inject: [MetricsRegistry],
      useFactory: (metrics: MetricsRegistry) => metricsOf(metrics, plugin),
    },
    { provide: Services.tracer, inject: [TRACING], useFactory: (tracing: Tracing) => tracerOf(tracing, plugin) },
    { provide: Services.baseUrl, useExisting: BaseUrl },
    {
      provide: Services.rates,
      inject: [REDIS, HOST_CONFIG],
      useFactory: (redis: Redis | null, { redisPrefix }: HostConfig): Rates =>
        new PluginRates(plugin, redis, redisPrefix),
    },
    {
      provide: Services.files,
      inject: [PluginFiles],
      useFactory: (files: PluginFiles) => files.of(plugin),
    },
    {
      provide: Services.lists,
      inject: [Lists],
      useFactory: (lists: Lists): PageLists => ({
        after: (list, cursor) => lists.after(`${plugin} ${list}`, cursor),
        page: (list, request) => lists.page(`${plugin} ${list}`, request),
      }),
    },
    {
      provide: Services.streams,
      inject: [EventStreamSender],
      useFactory: (streams: EventStreamSender): EventStreams => ({
        send: (request, response, { subject, events }) =>
          streams.send(request, response, { subject: `${plugin} ${subject}`, events }),
      }),
    },
  ];
}
