import { Body, Controller, Get, Headers, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  type AskedRequest,
  callerGone,
  type Jobs,
  type JobState,
  languageOf,
  type OpenResponse,
  type PageLists,
  type Principal,
  ProblemError,
  Route,
  Services,
  waitPreference,
} from '@ostiary/plugin-api';
import { z } from 'zod';
import type { Scan } from '../entities/scan.js';
import { Projects } from '../store/projects.js';
import { type AskedScan, Scans } from '../store/scans.js';
import { AREA, forbidden, NO_SUCH_PROJECT, pageQuery, ProjectParams, UNAUTHENTICATED } from './answers.js';
import { callerOf } from './caller.js';
import { NewScan } from './scan-request.js';
import { ScanList, scanSummary, ScanView, scanView, SubmittedScanView } from './scan-view.js';

const SCAN_BODY_BYTES = 2 * 1024 * 1024;

const SubmitHeaders = z.object({
  Prefer: z.string().optional().describe('`wait=N` (seconds, at most 30) or `respond-async`.'),
});

const ListQuery = z.object({
  ...pageQuery,
  branch: z.string().max(200).optional().describe('Only scans of this branch.'),
});

const ScanParams = z.object({
  ...ProjectParams.shape,
  scan_id: z
    .string()
    .regex(/^scn_[0-9A-HJKMNP-TV-Z]{26}$/)
    .describe('Id of the scan.'),
});

const ANSWER_HEADERS = {
  'Idempotent-Replayed': '`true` if an earlier request with this Idempotency-Key created the scan.',
  'Preference-Applied': 'The preference that was followed.',
};

/** What is used of the response. */
interface Answer extends OpenResponse {
  status(code: number): unknown;
  setHeader(name: string, value: string): unknown;
}

@Controller('v1/projects/:id/scans')
export class ScansController {
  constructor(
    @Inject(Scans) private readonly scans: Scans,
    @Inject(Projects) private readonly projects: Projects,
    @Inject(Services.jobs) private readonly jobs: Jobs,
    @Inject(Services.lists) private readonly lists: PageLists,
    @Inject(Services.stopping) private readonly stopping: AbortSignal,
  ) {}

  @Post()
  @Route({
    operationId: 'createScan',
    summary: 'Scan a project',
    description:
      'Hunts a policy or an agent graph and compares the findings with the previous scan of the branch: new, persisting, fixed or reopened. The gate of the project decides whether the scan passes. If nothing has changed since the last scan of the branch, the answer is that scan with `reused: true`, unless `reuse` is false.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    bodyBytes: SCAN_BODY_BYTES,
    headers: SubmitHeaders,
    params: ProjectParams,
    body: NewScan,
    idempotent: { answer: 'job' },
    answers: [
      {
        status: 200,
        when: 'The scan ended within the wait, an earlier scan is reused, or the scan that was created with this Idempotency-Key has ended.',
        body: SubmittedScanView,
        headers: ANSWER_HEADERS,
      },
      {
        status: 202,
        when: 'The scan is stored and is running. `Location` is its path.',
        body: SubmittedScanView,
        headers: {
          ...ANSWER_HEADERS,
          Location: 'Path of the scan.',
          'Retry-After': 'Seconds to wait before reading the scan.',
        },
      },
      {
        status: 400,
        when: 'The body is not valid: neither a policy nor a graph, one of these or a catalogue that cannot be read, a graph where none are hunted, an upload that cannot be used. `errors` has JSON pointers.',
        slugs: [
          'invalid_request',
          'policy_invalid',
          'request_too_costly',
          'invalid_json',
          'unsupported_media_type',
          'upload_not_usable',
        ],
      },
      UNAUTHENTICATED,
      {
        status: 403,
        when: 'The key does not carry the grant `hunt` or may not use the profile, or the account is suspended.',
        slugs: ['missing_grant', 'profile_not_allowed', 'account_suspended'],
      },
      NO_SUCH_PROJECT,
      {
        status: 409,
        when: 'Another scan of the branch goes on and `on_running` is `reject` (`scan_id` says which), or the Idempotency-Key was used for another request or one that is still carried out.',
        slugs: ['scan_in_progress', 'idempotency_key_reused', 'idempotency_in_progress'],
        headers: { 'Retry-After': 'Seconds to wait before the next try.' },
      },
      {
        status: 413,
        when: 'The body is larger than 2 MiB: send the policy, the graph or the catalogue by an upload.',
        slugs: ['payload_too_large'],
      },
      {
        status: 429,
        when: 'Too many requests, too many queued jobs, not enough units left, or too much is waiting.',
        slugs: ['rate_limited', 'quota_exhausted', 'concurrency_exceeded', 'overloaded'],
      },
    ],
  })
  async create(
    @Req() request: AskedRequest,
    @Res({ passthrough: true }) response: Answer,
    @Param('id') projectId: string,
    @Body() body: z.output<typeof NewScan>,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('prefer') prefer: string | undefined,
  ): Promise<z.output<typeof SubmittedScanView>> {
    const { seconds, applied } = waitPreference(prefer);
    const principal = callerOf(request);
    const submitted = await this.scans.submit(principal, projectId, askedScan(body), {
      key,
      language: languageOf(request),
    });
    const { scan, job: state } = await this.afterWait(principal, submitted.scan, seconds, response);
    if (submitted.replayed) response.setHeader('Idempotent-Replayed', 'true');
    if (applied !== null) response.setHeader('Preference-Applied', applied);
    response.status(isOver(scan) ? 200 : 202);
    if (!isOver(scan)) {
      response.setHeader('Location', `/v1/projects/${projectId}/scans/${scan.id}`);
      response.setHeader('Retry-After', '1');
    }
    return { ...scanView(scan, state), reused: submitted.reused };
  }

  @Get()
  @Route({
    operationId: 'listScans',
    summary: "List a project's scans",
    description: 'Newest first. A limit, a branch or a cursor that is not valid counts as not sent.',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    params: ProjectParams,
    query: ListQuery,
    answers: [
      { status: 200, when: 'A page of the scans of the project.', body: ScanList },
      UNAUTHENTICATED,
      forbidden('hunt'),
      NO_SUCH_PROJECT,
    ],
  })
  async list(
    @Req() request: object,
    @Param('id') projectId: string,
    @Query() { limit, cursor, branch }: z.output<typeof ListQuery>,
  ): Promise<z.output<typeof ScanList>> {
    const { accountId } = callerOf(request);
    await this.projects.find(accountId, projectId);
    const list = `scans ${projectId}`;
    const rows = await this.scans.list(accountId, projectId, branch, {
      after: this.lists.after(list, cursor),
      limit: limit + 1,
    });
    return this.lists.page(list, {
      rows,
      limit,
      position: ({ createdAt: at, id }) => ({ at, id }),
      view: scanSummary,
    });
  }

  @Get(':scan_id')
  @Route({
    operationId: 'readScan',
    summary: 'Read a scan',
    area: AREA,
    access: { kind: 'grants', anyOf: ['hunt'] },
    params: ScanParams,
    answers: [
      { status: 200, when: 'The scan with its job, its counts and its gate.', body: ScanView },
      UNAUTHENTICATED,
      forbidden('hunt'),
      {
        status: 404,
        when: "The project or the scan is unknown, another account's, or its id malformed; or the scan is of another project.",
        slugs: ['not_found'],
      },
    ],
  })
  async read(
    @Req() request: object,
    @Param('id') projectId: string,
    @Param('scan_id') id: string,
  ): Promise<z.output<typeof ScanView>> {
    const { accountId } = callerOf(request);
    const scan = await this.scans.find(accountId, projectId, id);
    return scanView(scan, await this.jobOf(scan));
  }

  /** The scan once it has ended, or as it is when the wait is over. */
  private async afterWait(
    principal: Principal,
    scan: Scan,
    seconds: number,
    response: Answer,
  ): Promise<{ readonly scan: Scan; readonly job: JobState | null }> {
    if (isOver(scan)) return { scan, job: await this.jobOf(scan) };
    const signal = callerGone(response, this.stopping);
    const job = await this.jobs.wait(principal, scan.jobId, { ms: seconds * 1_000, signal });
    return { scan: await this.scans.find(principal.accountId, scan.projectId, scan.id), job };
  }

  /** The job of a scan, or null once it is purged. */
  private async jobOf({ accountId, jobId }: Scan): Promise<JobState | null> {
    try {
      return await this.jobs.read({ accountId }, jobId);
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'not_found') return null;
      throw error;
    }
  }
}

/** What is scanned, apart from how. */
function askedScan(body: z.output<typeof NewScan>): AskedScan {
  const { branch, label, reuse, on_running: onRunning, profile, deadline_ms: deadlineMs, ...hunt } = body;
  const job = {
    ...(profile !== undefined && { profile }),
    ...(deadlineMs !== undefined && { deadline_ms: deadlineMs }),
  };
  const how = { branch, label, reuse, onRunning, job };
  return { subject: 'graph' in hunt ? 'graph' : 'policy', hunt, ...how };
}

const isOver = ({ status }: Scan): boolean => typeof status === 'string';
