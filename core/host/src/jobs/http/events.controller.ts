import { Controller, Get, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { callerGone, type Principal, Route } from '@ostiary/plugin-api';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { DATABASE, type Database } from '../../storage/database.js';
import { Admission } from '../runtime/admission.js';
import { JobSignals } from '../signals.js';
import { JobParams, NO_SUCH_JOB } from './answers.js';
import { SolveEvent } from './solve-event.js';
import { streamEvents } from './event-stream.js';
import { SolveReader } from './solve-reader.js';
import { StreamLimiter } from '../../http/streams/stream-limiter.js';

const EventsQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('Number of the last event you have; `Last-Event-ID` wins.'),
});

const EventsHeaders = z.object({
  'Last-Event-ID': z.string().optional().describe('Number of the last event you have.'),
});

@Controller('v1/solves')
export class EventsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(SolveReader) private readonly reader: SolveReader,
    @Inject(StreamLimiter) private readonly limiter: StreamLimiter,
    @Inject(Admission) private readonly admission: Admission,
  ) {}

  @Get(':id/events')
  @Route({
    operationId: 'streamSolveEvents',
    summary: "Stream a job's progress",
    description:
      'The events of the job as text/event-stream, from the first or from after `Last-Event-ID`, then those to come; the server closes after the event that ends the job. Events: `job.queued`, `job.started`, `job.progress`, `job.retried`, `artifact.created`, `job.cancel_requested`, `job.succeeded`, `job.failed`, `job.cancelled`, `job.expired`, and those of the mode. Numbers rise by one; of more than a thousand progress events the oldest are dropped.',
    access: { kind: 'any_key' },
    params: JobParams,
    query: EventsQuery,
    headers: EventsHeaders,
    answers: [
      {
        status: 200,
        when: 'The stream. Of a job that has ended it is replayed and closed.',
        mediaType: 'text/event-stream',
        body: SolveEvent,
      },
      UNAUTHENTICATED,
      NO_SUCH_JOB,
      {
        status: 429,
        when: 'Too many open streams for the key or the job, or too many requests.',
        slugs: ['too_many_streams', 'rate_limited'],
      },
    ],
  })
  async events(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Query() query: z.output<typeof EventsQuery>,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const job = await this.reader.find(principal.accountId, id);
    const leave = await this.limiter.take(principal.keyId, job.id);
    try {
      const from = /^\d{1,9}$/.test(lastEventId ?? '') ? lastEventId : query.after;
      await streamEvents(this.database, this.signals, job, response, {
        after: Number(from ?? 0),
        signal: callerGone(response, this.admission.stopping),
      });
    } finally {
      leave();
    }
  }
}
