import { Controller, Delete, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { callerGone, type Principal, ProblemError, Route, storableText } from '@ostiary/plugin-api';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { Canceller } from '../canceller.js';
import { JobLists } from '../job-lists.js';
import { Admission } from '../runtime/admission.js';
import { isTerminal } from '../transitions.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { parameterItem } from '../../problems/parameter-item.js';
import { JobParams, NO_SUCH_JOB, isJobId } from './answers.js';
import { SolveReader } from './solve-reader.js';
import { Solve, SolveList, SolveStatus } from './solve-schema.js';

const ListQuery = z.object({
  mode: storableText().max(64).optional().describe('Only jobs of this mode.'),
  status: SolveStatus.optional().describe('Only jobs in this state.'),
  label: storableText().max(200).optional().describe('Only jobs with this label.'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Jobs in a page.'),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the page before.'),
});

const WAIT = /^(?:\d|[12]\d|30)$/;

const ReadQuery = z.object({
  wait: z
    .string()
    .refine((text) => WAIT.test(text), {
      error: 'Must be a whole number from 0 to 30.',
      params: { pt: 'Tem de ser um número inteiro de 0 a 30.' },
    })
    .meta({ pattern: WAIT.source })
    .optional()
    .describe('Seconds the answer may be held until the state changes, 0 to 30.'),
  include: z.literal('result').optional().describe('`result` puts the result inline.'),
});

@Controller('v1/solves')
export class SolvesController {
  constructor(
    @Inject(SolveReader) private readonly reader: SolveReader,
    @Inject(JobLists) private readonly lists: JobLists,
    @Inject(Canceller) private readonly canceller: Canceller,
    @Inject(Admission) private readonly admission: Admission,
  ) {}

  @Get()
  @Route({
    operationId: 'listSolves',
    summary: 'List jobs',
    description: 'Jobs of the account, newest first. A filter, limit or cursor that is not valid counts as not sent.',
    access: { kind: 'any_key' },
    query: ListQuery,
    answers: [
      { status: 200, when: 'A page of jobs: without results, but with the answer of each in short.', body: SolveList },
      UNAUTHENTICATED,
    ],
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: z.output<typeof ListQuery>,
  ): Promise<z.output<typeof SolveList>> {
    return this.lists.page(principal.accountId, query);
  }

  @Get(':id')
  @Route({
    operationId: 'readSolve',
    summary: 'Read a job',
    access: { kind: 'any_key' },
    params: JobParams,
    query: ReadQuery,
    answers: [
      { status: 200, when: 'The job, in any state.', body: Solve },
      {
        status: 400,
        when: 'The id is malformed, `wait` not 0 to 30, or `include` unknown.',
        slugs: ['invalid_request'],
      },
      UNAUTHENTICATED,
      { status: 404, when: "The job is unknown, another account's, or was purged.", slugs: ['not_found'] },
      {
        status: 413,
        when: 'The result was asked for and is over 4 MiB; `artifact_id` names where it is.',
        slugs: ['result_too_large'],
      },
    ],
  })
  async read(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Query() query: z.output<typeof ReadQuery>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Solve> {
    if (!isJobId(id)) throw malformedId();
    const job = await this.reader.find(principal.accountId, id);
    const ms = isTerminal(job.status) ? 0 : Number(query.wait ?? 0) * 1_000;
    const seen = await this.reader.wait(job, ({ status }) => status !== job.status, ms, {
      signal: callerGone(response, this.admission.stopping),
      endsOnly: false,
    });
    if (query.include === 'result') this.reader.requireInline(seen.job);
    return this.reader.show(seen, query.include === 'result', principal);
  }

  @Delete(':id')
  @Route({
    operationId: 'cancelSolve',
    summary: 'Cancel a job',
    description:
      'A queued job is cancelled at once; a running one is asked to stop and is cancelled within two seconds. A job that has ended stays as it is.',
    access: { kind: 'any_key' },
    params: JobParams,
    answers: [
      { status: 200, when: 'The job is cancelled or asked to stop, or had ended.', body: Solve },
      UNAUTHENTICATED,
      NO_SUCH_JOB,
    ],
  })
  async cancel(@CurrentPrincipal() principal: Principal, @Param('id') id: string): Promise<Solve> {
    const job = await this.canceller.cancel(await this.reader.find(principal.accountId, id));
    return this.reader.show({ job }, false, principal);
  }
}

/** Only here: the other operations on a job list no 400 and call such an id unknown. */
function malformedId(): ProblemError {
  const detail = { en: 'Must be `slv_` and a ULID.', pt: 'Tem de ser `slv_` e um ULID.' };
  return new ProblemError('invalid_request', {
    errors: [parameterItem('path', 'id', 'invalid_format', detail)],
  });
}
