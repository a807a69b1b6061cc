import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type ServiceReference, serviceToken } from '@ostiary/plugin-api';

/** Finds services for code that has no constructor to inject into: the `solve` of a mode. */
@Injectable()
export class PluginServices {
  constructor(@Inject(ModuleRef) private readonly modules: ModuleRef) {}

  /** @throws when no plugin offers it; admission sees to it that the services a plugin says it uses are there */
  get<T>(service: ServiceReference<T>): T {
    return this.modules.get<T>(serviceToken(service), { strict: false });
  }
}
