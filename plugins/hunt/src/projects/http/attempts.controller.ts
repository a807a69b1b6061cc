import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { type PageLists, Route, Services, type StoredAnswers, storableText } from '@ostiary/plugin-api';
import { z } from 'zod';
import { Attempts } from '../store/attempts.js';
import { AREA, forbidden, invalid, pageQuery, UNAUTHENTICATED } from './answers.js';
import { AttemptList, AttemptView, attemptView, NewAttemptBody } from './attempt-view.js';
import { callerOf } from './caller.js';

const ListQuery = z.object({
  ...pageQuery,
  project: storableText().max(200).optional().describe('Only attempts of this project.'),
  fingerprint: storableText().max(200).optional().describe('Only attempts on this finding.'),
  outcome: storableText().max(200).optional().describe('Only attempts with this outcome.'),
});

@Controller('v1/hunt-attempts')
export class AttemptsController {
  constructor(
    @Inject(Attempts) private readonly attempts: Attempts,
    @Inject(Services.lists) private readonly lists: PageLists,
    @Inject(Services.answers) private readonly answers: StoredAnswers,
  ) {}

  @Post()
  @HttpCode(201)
  @Route({
    operationId: 'recordHuntAttempt',
    summary: 'Record an attempt on a finding',
    description:
      'Records the outcome of trying a finding where the policy is in use. An attempt that is sent again with the same id is recorded once.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    body: NewAttemptBody,
    idempotent: true,
    answers: [
      { status: 201, when: 'The attempt was recorded.', body: AttemptView },
      invalid(
        'The body is not valid, or the project or the fingerprint is not known. `errors` has JSON pointers.',
        'finding_unknown',
        'payload_too_large',
      ),
      UNAUTHENTICATED,
      forbidden('hunt'),
      {
        status: 409,
        when: 'The id belongs to an attempt with different content, the finding is fixed, or the Idempotency-Key was used for another request or for one that is still running.',
        slugs: ['attempt_conflict', 'finding_closed', 'idempotency_key_reused', 'idempotency_in_progress'],
        headers: {
          'Retry-After': 'Seconds to wait before the next try, while the first request is still carried out.',
        },
      },
    ],
  })
  async record(
    @Req() request: object,
    @Body() body: z.output<typeof NewAttemptBody>,
  ): Promise<z.output<typeof AttemptView>> {
    const attempt = {
      attemptId: body.attempt_id,
      projectId: body.project_id,
      fingerprint: body.fingerprint,
      outcome: body.outcome,
      environment: body.environment ?? null,
      note: body.note ?? null,
      evidenceSha256: body.evidence_sha256 ?? null,
      at: body.at === undefined ? null : new Date(body.at),
    };
    const row = await this.attempts.record(callerOf(request), attempt, (made, tx) =>
      this.answers.keep(request, { status: 201, body: attemptView(made) }, tx),
    );
    return attemptView(row);
  }

  @Get()
  @Route({
    operationId: 'listHuntAttempts',
    summary: 'List attempts on findings',
    description: 'Newest first. A filter that matches nothing gives an empty page.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    query: ListQuery,
    answers: [
      { status: 200, when: 'A page of the attempts of the account.', body: AttemptList },
      UNAUTHENTICATED,
      forbidden('hunt'),
    ],
  })
  async list(
    @Req() request: object,
    @Query() { limit, cursor, project: projectId, fingerprint, outcome }: z.output<typeof ListQuery>,
  ): Promise<z.output<typeof AttemptList>> {
    const { accountId } = callerOf(request);
    const list = `attempts ${accountId}`;
    const rows = await this.attempts.list(
      accountId,
      { projectId, fingerprint, outcome },
      { after: this.lists.after(list, cursor), limit: limit + 1 },
    );
    return this.lists.page(list, {
      rows,
      limit,
      position: ({ recordedAt: at, attemptId: id }) => ({ at, id }),
      view: attemptView,
    });
  }
}
