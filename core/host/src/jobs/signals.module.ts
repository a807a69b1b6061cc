import { Module } from '@nestjs/common';
import { JobSignals } from './signals.js';

/** The signals of this process: one instance for jobs and artefacts. */
@Module({ providers: [JobSignals], exports: [JobSignals] })
export class SignalsModule {}
