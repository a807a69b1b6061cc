import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { RequestInterceptor } from '../request.interceptor.js';
import { ProblemFilter } from './problem.filter.js';

/** What is thrown becomes RFC 9457; what is sent is read and checked before a handler sees it. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: RequestInterceptor },
  ],
})
export class ProblemsModule {}
