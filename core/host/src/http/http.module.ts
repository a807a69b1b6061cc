import { type DynamicModule, Global, Module } from '@nestjs/common';
import { PluginServices } from '../plugins/plugin-services.js';
import { BaseUrl } from './base-url.js';
import { RouteTable } from './route-table.js';

/** The routes that are served, and the address they are served at. */
@Global()
@Module({})
export class HttpModule {
  static register(routes: RouteTable): DynamicModule {
    return {
      module: HttpModule,
      providers: [{ provide: RouteTable, useValue: routes }, BaseUrl, PluginServices],
      exports: [RouteTable, BaseUrl, PluginServices],
    };
  }
}
