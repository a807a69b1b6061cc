import type { JobState } from '@ostiary/plugin-api';
import { z } from 'zod';
import { GraphCheck, GraphOfScan } from '../../request/hunted-graph.js';
import { HuntResult } from '../../request/result.js';
import type { Scan } from '../entities/scan.js';
import { GateResult } from '../gate/model.js';
import { SCAN_SUBJECTS } from '../scan-model.js';
import { listOf } from './answers.js';

const time = z.iso.datetime({ precision: 3 });

const ScanSubjectWord = z
  .enum(SCAN_SUBJECTS)
  .meta({ id: 'ScanSubject', description: 'What was scanned: a policy, or an agent graph.' });

const ScanStatus = z.enum(['running', 'succeeded', 'failed', 'cancelled', 'expired']).meta({
  id: 'ScanStatus',
  description: 'State of a scan: `running` until its job has ended, also while the job is queued; then how it ended.',
});

const ScanCounts = z
  .strictObject({
    new: z.int().min(0).describe('Found for the first time on the branch.'),
    persisting: z.int().min(0).describe('Found again.'),
    fixed: z.int().min(0).describe('Shown to be gone.'),
    reopened: z.int().min(0).describe('Found again after they were fixed.'),
    moved: z
      .int()
      .min(0)
      .describe(
        'Persisting findings with another fingerprint because a rule was renamed; for a graph, findings whose path has changed.',
      ),
    unknown: z.int().min(0).describe('Earlier findings that this scan says nothing about: they keep their state.'),
  })
  .meta({ id: 'ScanCounts', description: 'The findings of a scan, compared with the previous scan of the branch.' });

const ScanError = z
  .strictObject({
    slug: z.string().describe('What failed.'),
    detail: z.string().describe('What happened.'),
    retryable: z.boolean().describe('Whether the same scan may succeed later.'),
  })
  .meta({ id: 'ScanError', description: 'Why a scan failed.' });

export const ScanSummary = z
  .strictObject({
    object: z.literal('scan').describe('Always `scan`.'),
    id: z.string().describe('Id of the scan: `scn_` and a ULID.'),
    project_id: z.string().describe('Its project.'),
    branch: z.string().describe('Its branch.'),
    subject: ScanSubjectWord,
    label: z.string().nullable().describe('What was scanned, as the caller named it.'),
    solve_id: z.string().describe('Id of its job.'),
    status: ScanStatus,
    input_digest: z.string().describe('SHA-256 of what was hunted and how.'),
    engine: z.string().describe('The engine that hunted: another one may find other bugs.'),
    created_at: time.describe('When it was requested.'),
    finished_at: time.nullable().describe('When it ended; null before that.'),
    compared_with: z
      .string()
      .nullable()
      .describe('The previous scan of the branch; null for the first one, and before this one has succeeded.'),
    counts: ScanCounts.nullable().describe('Null unless the scan has succeeded.'),
    gate: GateResult.nullable().describe("The result of the project's gate; null unless the scan has succeeded."),
    error: ScanError.nullable().describe('Why it failed; null if it did not.'),
  })
  .meta({ id: 'ScanSummary', description: 'A scan, as lists show it.' });

export const ScanList = listOf(ScanSummary, 'ScanList', 'Scans, newest first.');

const ScanJob = z
  .strictObject({
    id: z.string().describe('Id of the job.'),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired']).meta({
      id: 'ScanJobStatus',
      description: 'State of the job.',
    }),
    progress: z
      .strictObject({
        phase: z.string().describe('What it is doing.'),
        done: z.number().describe('How much of it is done.'),
        total: z.number().nullable().describe('How much there is to do; null when nobody knows.'),
        unit: z.string().nullable().describe('What is counted.'),
      })
      .meta({ id: 'ScanJobProgress', description: 'How far a job is.' })
      .nullable()
      .describe('How far it is; null before it begins.'),
    artifacts: z.string().describe('Path of the list of its files: what was hunted, and the findings.'),
    events: z.string().describe('Path of its event stream.'),
  })
  .meta({ id: 'ScanJob', description: 'The job of a scan.' });

const { coverage, policy } = HuntResult.shape;

const ScanCheck = z.union([HuntResult.shape.checks.element, GraphCheck]);

export const ScanView = z
  .strictObject({
    ...ScanSummary.shape,
    job: ScanJob.nullable().describe('Its job; null after the job was purged.'),
    checks: z.array(ScanCheck).nullable().describe('Every class that was checked; null unless the scan has succeeded.'),
    coverage: coverage.nullable().describe('How much was checked; null unless the scan has succeeded.'),
    policy: policy
      .nullable()
      .describe('The policy that was hunted; null for a graph, and unless the scan has succeeded.'),
    graph: GraphOfScan.nullable().describe(
      'The graph that was hunted; null for a policy, and unless the scan has succeeded.',
    ),
  })
  .meta({ id: 'Scan', description: 'One hunt of a project: its job, its counts and its gate.' });

export const SubmittedScanView = z
  .strictObject({
    ...ScanView.shape,
    reused: z
      .boolean()
      .describe(
        'Whether this is an earlier scan: the input and the engine were the same, so nothing was hunted again.',
      ),
  })
  .meta({ id: 'SubmittedScan', description: 'A requested scan.' });

/** Shows a scan by itself. */
export function scanView(scan: Scan, job: JobState | null): z.output<typeof ScanView> {
  const report = scan.report ?? null;
  return {
    ...scanSummary(scan),
    job: job && {
      id: job.id,
      status: job.status,
      progress: job.progress && { ...job.progress, unit: job.progress.unit ?? null },
      artifacts: `/v1/solves/${job.id}/artifacts`,
      events: `/v1/solves/${job.id}/events`,
    },
    checks: report && [...report.checks],
    coverage: report?.coverage ?? null,
    policy: report?.policy ?? null,
    graph: report?.graph ?? null,
  };
}

/** Shows a scan. */
export function scanSummary(scan: Scan): z.output<typeof ScanSummary> {
  return {
    object: 'scan',
    id: scan.id,
    project_id: scan.projectId,
    branch: scan.branch,
    subject: scan.subject,
    label: scan.label ?? null,
    solve_id: scan.jobId,
    status: scan.status ?? 'running',
    input_digest: scan.inputDigest,
    engine: scan.engine,
    created_at: scan.createdAt.toISOString(),
    finished_at: scan.finishedAt?.toISOString() ?? null,
    compared_with: scan.comparedWith ?? null,
    counts: scan.counts ?? null,
    gate: scan.gate ?? null,
    error: scan.error ?? null,
  };
}
