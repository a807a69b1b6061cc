import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Services } from '@ostiary/plugin-api';
import { AnswerStore } from '../idempotency/answer-store.js';
import { AnsweredOnce } from './answered-once.js';
import { PluginContexts } from '../plugins/plugin-contexts.js';
import { ServedHere } from '../plugins/served-here.js';
import { SlotTable } from '../plugins/slot-table.js';
import { Stopping } from '../plugins/stopping.js';
import { MetricsRegistry } from '../observe/metrics.js';
import { BaseUrl } from './base-url.js';
import { EventStreamSender } from './streams/event-streams.js';
import { SharedStreamLimiter } from './streams/shared-stream-limiter.js';
import { StreamLimiter } from './streams/stream-limiter.js';
import { Cursors } from './cursors.js';
import { Lists } from './lists.js';
import { Metering } from './metering.js';
import { RouteTable } from './route-table.js';

/** What every area needs to answer requests: the routes that are served, the address they are served at, pages of lists. */
@Global()
@Module({})
export class HttpModule {
  static register(routes: RouteTable): DynamicModule {
    return {
      module: HttpModule,
      providers: [
        { provide: RouteTable, useValue: routes },
        BaseUrl,
        Cursors,
        Lists,
        SharedStreamLimiter,
        StreamLimiter,
        EventStreamSender,
        Stopping,
        PluginContexts,
        SlotTable,
        ServedHere,
        MetricsRegistry,
        AnswerStore,
        AnsweredOnce,
        Metering,
        { provide: Services.stopping, inject: [Stopping], useFactory: ({ signal }: Stopping) => signal },
        { provide: Services.answers, useExisting: AnsweredOnce },
        { provide: Services.meter, useExisting: Metering },
      ],
      exports: [
        RouteTable,
        BaseUrl,
        Cursors,
        Lists,
        SharedStreamLimiter,
        StreamLimiter,
        EventStreamSender,
        Stopping,
        PluginContexts,
        SlotTable,
        ServedHere,
        MetricsRegistry,
        AnsweredOnce,
        Metering,
        Services.stopping,
        Services.answers,
        Services.meter,
      ],
    };
  }
}
