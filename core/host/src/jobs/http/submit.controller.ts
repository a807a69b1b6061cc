import { Body, Controller, Headers, Inject, Post, Req, Res } from '@nestjs/common';
import { callerGone, languageOf, type Principal, Route, waitPreference } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { stateOf } from '../../http/request-state.js';
import { Admission } from '../runtime/admission.js';
import { Submitter } from '../submit/submitter.js';
import { SolveRequestSlot } from './mode-slots.js';
import { isTerminal } from '../transitions.js';
import { SolveReader } from './solve-reader.js';
import { Solve } from './solve-schema.js';

/** Among whose keys an Idempotency-Key is remembered. */
const SUBMIT_OPERATION = 'POST /v1/solves';
/** Largest body inline; a mode may allow less. */
const BODY_BYTES = 2 * 1024 * 1024;

const SubmitHeaders = z.object({
  Prefer: z.string().optional().describe('`wait=N` (seconds, at most 30) or `respond-async`.'),
});

const ANSWER_HEADERS = {
  'Idempotent-Replayed': '`true` when an earlier request with this Idempotency-Key made the job.',
  'Preference-Applied': 'The preference that was followed.',
};

@Controller('v1/solves')
export class SubmitController {
  constructor(
    @Inject(Submitter) private readonly submitter: Submitter,
    @Inject(SolveReader) private readonly reader: SolveReader,
    @Inject(Admission) private readonly admission: Admission,
  ) {}

  @Post()
  @Route({
    operationId: 'submitSolve',
    summary: 'Submit a job',
    description:
      'Stores a job of the mode named and waits for its end as long as `Prefer: wait=N` says (seconds, default 2, at most 30). With `Prefer: respond-async` the answer comes at once. A request with an `Idempotency-Key` can be sent again within 24 hours: it answers the job it made the first time, as it is by then.',
    access: { kind: 'any_key' },
    bodyBytes: BODY_BYTES,
    headers: SubmitHeaders,
    idempotent: { answer: 'job' },
    body: SolveRequestSlot,
    answers: [
      {
        status: 200,
        when: 'The job ended within the wait, or had ended when the request was sent again.',
        body: Solve,
        headers: ANSWER_HEADERS,
      },
      {
        status: 202,
        when: 'The job is stored and goes on. `Location` names it.',
        body: Solve,
        headers: {
          ...ANSWER_HEADERS,
          Location: 'Path of the job.',
          'Retry-After': 'Seconds to wait before reading the job.',
        },
      },
      {
        status: 400,
        when: 'The body is not valid: not JSON, an unknown field or mode, a wrong type, something the mode cannot read. `errors` has JSON pointers.',
        slugs: ['invalid_request', 'request_too_costly', 'invalid_json', 'unsupported_media_type', 'upload_not_usable'],
      },
      UNAUTHENTICATED,
      {
        status: 403,
        when: 'The key lacks the grant of the mode or may not use the profile, or the account is suspended.',
        slugs: ['missing_grant', 'profile_not_allowed', 'account_suspended'],
      },
      {
        status: 409,
        when: 'The Idempotency-Key was used for another request, or the first request with it is still running.',
        slugs: ['idempotency_key_reused', 'idempotency_in_progress'],
        headers: { 'Retry-After': 'Seconds to wait before the next try, while the first request is still running.' },
      },
      {
        status: 413,
        when: 'The body is larger than this operation or the mode takes inline.',
        slugs: ['payload_too_large'],
      },
      {
        status: 429,
        when: 'Too many requests, too many queued jobs, or not enough units left.',
        slugs: ['rate_limited', 'quota_exhausted', 'concurrency_exceeded'],
      },
      {
        status: 503,
        when: 'No jobs are taken now. Nothing was stored or charged.',
        slugs: ['overloaded', 'engine_unavailable', 'draining', 'unavailable'],
      },
    ],
  })
  async submit(
    @CurrentPrincipal() principal: Principal,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Solve> {
    const { seconds, applied } = waitPreference(prefer);
    const bodyBytes = stateOf(request).bodyBytes ?? 0;
    const language = languageOf(request);
    const { replayed, ...seen } = await this.submitter.submit({
      principal,
      body,
      bodyBytes,
      language,
      byCode: false,
      ...(idempotencyKey !== undefined && { key: { operation: SUBMIT_OPERATION, key: idempotencyKey } }),
      wait: { ms: seconds * 1_000, signal: callerGone(response, this.admission.stopping) },
    });
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    if (applied !== null) response.setHeader('Preference-Applied', applied);
    const ended = isTerminal(seen.job.status);
    response.status(ended ? 200 : 202);
    if (!ended) response.setHeader('Location', `/v1/solves/${seen.job.id}`).setHeader('Retry-After', '1');
    return this.reader.show(seen, true, principal);
  }
}
