import { Module } from '@nestjs/common';
import { ComputeModule } from '../compute/compute.module.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

/** Whether the process lives and can serve. */
@Module({ imports: [ComputeModule], controllers: [HealthController], providers: [Readiness], exports: [Readiness] })
export class HealthModule {}
