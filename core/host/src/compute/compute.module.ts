import { Module } from '@nestjs/common';
import { ComputeService } from './compute.service.js';

/** Warm solver processes. Started by what runs jobs; a process that runs none starts none. */
@Module({ providers: [ComputeService], exports: [ComputeService] })
export class ComputeModule {}
