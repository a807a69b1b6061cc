import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type Face, faceToken } from '@ostiary/plugin-api';

/** Finds faces for code that has no constructor to inject into: the `solve` of a mode. */
@Injectable()
export class Faces {
  constructor(@Inject(ModuleRef) private readonly modules: ModuleRef) {}

  /** @throws when no plugin offers it; admission sees to it that the faces a plugin says it uses are there */
  get<T>(face: Face<T>): T {
    return this.modules.get<T>(faceToken(face), { strict: false });
  }
}
