import { type DynamicModule, Global, Module } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/core';
import { type Database, DATABASE } from './database.js';

/**
 * The open database for everyone. It is opened before Nest starts, so that a folder in use or a failed migration is
 * told in one clear line. `EntityManager` is for plugins, which take from it what works for an account
 * (`forAccount` of the plugin api).
 */
@Global()
@Module({})
export class StorageModule {
  static register(database: Database): DynamicModule {
    return {
      module: StorageModule,
      providers: [
        { provide: DATABASE, useValue: database },
        { provide: EntityManager, useValue: database.plain },
      ],
      exports: [DATABASE, EntityManager],
    };
  }
}
