import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Services } from '@ostiary/plugin-api';
import { AnswerStore } from '../idempotency/answer-store.js';
import { AnsweredOnce } from './answered-once.js';
import { PluginServices } from '../plugins/plugin-services.js';
import { BaseUrl } from './base-url.js';
import { Cursors } from './cursors.js';
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
        PluginServices,
        AnswerStore,
        AnsweredOnce,
        Metering,
        { provide: Services.answers, useExisting: AnsweredOnce },
        { provide: Services.meter, useExisting: Metering },
      ],
      exports: [RouteTable, BaseUrl, Cursors, PluginServices, AnsweredOnce, Metering, Services.answers, Services.meter],
    };
  }
}
